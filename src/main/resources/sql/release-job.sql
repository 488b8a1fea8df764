-- Gives a job back unfinished because this worker stops: it is due at once, and the attempt is not spent.
-- Fenced by the delivery; no row comes back when the lease is lost.
with released as (
  update jobs
  set state = 'queued', locked_by = null, lease_until = null, attempt = attempt - 1, run_at = now(),
      has_results = exists (select from ai_runs where job_id = jobs.id)
  where id = :#${variable.job.id}::bigint and delivery = :#${variable.job.delivery}::int and state = 'running'
  returning id, delivery, started_at
), history as (
  insert into deliveries (job_id, delivery, attempt, worker, started_at, ended_at, outcome)
  select id, delivery, :#${variable.job.attempt}::int, :#${variable.job.worker}::text, started_at, now(), 'released'
  from released
)
select id from released
