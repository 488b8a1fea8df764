-- Ends a delivery that may work later: the job waits, without lease, thread or connection, until run_at.
-- The attempt is given back where the delivery said nothing about the job itself (contract 24, 26, 27).
-- Fenced by the delivery; no row comes back when the lease is lost.
with parked as (
  update jobs
  set state = 'queued', locked_by = null, lease_until = null,
      attempt = attempt - case when :#${body.spendsAttempt}::boolean then 0 else 1 end,
      run_at = now() + :#${body.waitMillis}::bigint * interval '1 millisecond',
      wait_reason = :#${body.waitReason}::text,
      waits = case when :#${body.waitReason}::text = 'rate_limited' then waits + 1 else 0 end,
      waiting_since = now(),
      last_error = :#${body.error}::text
  where id = :#${variable.job.id}::bigint and delivery = :#${variable.job.delivery}::int and state = 'running'
  returning id, delivery, started_at, run_at
), history as (
  insert into deliveries
    (job_id, delivery, attempt, worker, started_at, ended_at, outcome, step, status, error, waits_until)
  select id, delivery, :#${variable.job.attempt}::int, :#${variable.job.worker}::text, started_at, now(),
         :#${body.outcome}::text, :#${body.step}::text, :#${body.status}::int, :#${body.error}::text, run_at
  from parked
)
select id from parked
