-- Ends a delivery that may work later: the job waits, without lease, thread or connection, until run_at.
-- The attempt is given back where the delivery said nothing about the job itself (contract 24, 26, 27).
-- Fenced by the delivery; no row comes back when the lease is lost.
--
-- folded: when the delivery before ended waiting for the same reason, its row in the history becomes this one's, and
-- counts. A job that waits a thousand times has one row for it. Waits of another attempt are another story: a redrive
-- may lie between.
with verdict as materialized (
  select :#${body.spendsAttempt}::boolean as spends_attempt, :#${body.waitMillis}::bigint * interval '1 millisecond' as wait,
         :#${body.waitReason}::text as wait_reason, :#${body.outcome}::text as outcome, :#${body.step}::text as step,
         :#${body.status}::int as status, :#${body.error}::text as error, :#${body.hint}::text as hint,
         :#${variable.job.worker}::text as worker, :#${variable.job.attempt}::int as attempt
), parked as (
  update jobs
  set state = 'queued', locked_by = null, lease_until = null,
      attempt = jobs.attempt - case when verdict.spends_attempt then 0 else 1 end,
      run_at = now() + verdict.wait,
      wait_reason = verdict.wait_reason,
      waits = case when verdict.wait_reason = 'rate_limited' then waits + coalesce((verdict.status = 429)::int, 0) else 0 end,
      waiting_since = now(), losses = 0,
      has_results = exists (select from ai_runs where job_id = jobs.id),
      last_error = verdict.error
  from verdict
  where id = :#${variable.job.id}::bigint and delivery = :#${variable.job.delivery}::int and state = 'running'
  returning jobs.id, jobs.delivery, jobs.started_at, jobs.run_at
), folded as (
  update deliveries
  set delivery = parked.delivery, ended_at = now(), waits_until = parked.run_at, repeats = repeats + 1,
      worker = verdict.worker, step = verdict.step, status = verdict.status, error = verdict.error, hint = verdict.hint
  from parked, verdict
  where deliveries.job_id = parked.id and deliveries.delivery = parked.delivery - 1
    and deliveries.outcome = 'waiting' and verdict.outcome = 'waiting'
    and deliveries.wait_reason = verdict.wait_reason and deliveries.attempt = verdict.attempt
  returning deliveries.job_id
), history as (
  insert into deliveries
    (job_id, delivery, attempt, worker, started_at, ended_at, outcome, step, status, error, wait_reason, waits_until, hint)
  select parked.id, parked.delivery, verdict.attempt, verdict.worker, parked.started_at, now(), verdict.outcome,
         verdict.step, verdict.status, verdict.error, verdict.wait_reason, parked.run_at, verdict.hint
  from parked, verdict
  where not exists (select from folded)
), slot as (
  update provider_gate
  set probe_until = null
  from parked
  where probe_job = parked.id and probe_delivery = parked.delivery
)
select id from parked
