-- What finished jobs leave behind, and how the tables that they pass through are kept in shape.

-- When a job is old enough it leaves with its ticket, its history and its results (delete-old-jobs.sql). What its results
-- cost stays: for each day, step and model, the results that left together become one row without a job, whose tokens and
-- cost are their sums. So sum(cost_usd) stays right for ever, and the table does not grow for ever.
alter table ai_runs add column runs integer not null default 1 constraint ai_runs_runs check (runs > 0);
comment on column ai_runs.runs is
  'How many results the row stands for: 1, or more in a row without a job, which sums up those of jobs that are gone.';

-- No index on finished_at. It would cost every job one more index write at its end, to help something that runs in the
-- background: ids rise with time, so the old jobs are found by walking the primary key from the front.
-- What deleting needs to look up is there: ai_runs by job (ai_runs_one_per_job_task), deliveries by job (primary key), jobs
-- by ticket (jobs_ticket_number_key), ticket_embeddings by ticket (primary key).

-- Vacuum. The settings of jobs and tickets stand in V1; a share of 0.02 is 200,000 dead versions beside ten million finished
-- jobs. A smaller share costs little: vacuum reads only pages that changed, and leaves the indexes alone while few pages
-- have dead rows (PostgreSQL 14).
alter table jobs set (autovacuum_vacuum_scale_factor = 0.005);

-- These only grow until retention deletes, in the order in which they were written. What it frees should be used again
-- before the table has grown by another fifth, which is the default.
alter table ai_runs set (autovacuum_vacuum_scale_factor = 0.05);
alter table deliveries set (autovacuum_vacuum_scale_factor = 0.05);
alter table ticket_embeddings set (autovacuum_vacuum_scale_factor = 0.05);
