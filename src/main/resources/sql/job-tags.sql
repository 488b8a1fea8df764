-- For each of these jobs a short text that changes with whatever job.sql tells of it, and whether the job is over. It is
-- what a client's copy is compared by (ETag), and what the process looks at for all clients together that wait for a job
-- to change: a few look-ups for each job, and no text of any length.
--
-- What stands in the history needs no look: a delivery begins and ends together with a change of state or delivery, and a
-- retry sets queued_since. What is told of a lease (who holds it) changes with the delivery, and its renewal changes nothing.
-- A queued job is told with the gate that is looked at first, as in job.sql, and whether it is due.
-- Moments are compared as numbers: as texts they would be those of the session's time zone. The steps in the settings
-- are told as those that are missing.
select jobs.id,
       jobs.state not in ('queued', 'running') as over,
       left(md5(jsonb_build_array(
         jobs.state, jobs.delivery, jobs.attempt, jobs.last_error, jobs.failed_step,
         extract(epoch from jobs.queued_since), extract(epoch from jobs.finished_at), extract(epoch from jobs.discarded_at),
         case when jobs.state = 'queued' then jsonb_build_array(
           jobs.run_at > now(), jobs.wait_reason, extract(epoch from jobs.run_at), extract(epoch from jobs.waiting_since),
           jobs.waits, gate.reason, extract(epoch from gate.until), extract(epoch from gate.closed_at)) end,
         (select string_agg(task, ',' order by id) from ai_runs where job_id = jobs.id),
         (select max(id) from job_notes where job_id = jobs.id),
         (select redrive_id from redrive_items where job_id = jobs.id and state = 'pending'),
         :#${properties:ticket.steps}::text)::text), 16) as tag
from jobs
cross join (
  select reason, until, closed_at
  from provider_gate
  where in_use_until is null or in_use_until > now()
  order by reason is not null, until
  limit 1
) as gate
where jobs.id = any (:#${body}::bigint[])
