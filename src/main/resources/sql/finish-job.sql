-- Ends a delivery well: the job succeeded. Fenced by the delivery; no row comes back when the lease is lost.
with done as (
  update jobs
  set state = 'succeeded', locked_by = null, lease_until = null, last_error = null, waits = 0, losses = 0, finished_at = now()
  where id = :#${variable.job.id}::bigint and delivery = :#${variable.job.delivery}::int and state = 'running'
  returning id, delivery, attempt, started_at
), history as (
  insert into deliveries (job_id, delivery, attempt, worker, started_at, ended_at, outcome)
  select id, delivery, attempt, :#${variable.job.worker}::text, started_at, now(), 'succeeded'
  from done
)
select id from done
