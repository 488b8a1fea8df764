-- Ends deliveries that may work later: each job waits, without lease, thread or connection, until run_at. The attempt is
-- given back where the delivery said nothing about the job itself (contract 24, 26, 27). Those that end at the same time
-- share a commit (group-sql). Fenced by the delivery; no result comes back for a row whose lease is lost.
--
-- lease: locked in the order of the ids, so that this never waits in a ring with a renewal or another batch.
-- held: a delivery ends once; who says so a second time in a batch comes too late.
-- folded: when the delivery before ended waiting for the same reason, its row in the history becomes this one's, and
-- counts. A job that waits a thousand times has one row for it.
-- slot: a probe whose failure said nothing about the gate makes room for another.
-- history: "not in" is a look-up in a hash table. As a join it would be planned for one row, and compare all with all.
with given as materialized (
  select *
  from unnest(
    :#${variable.job.id}::bigint[], :#${variable.job.delivery}::int[], :#${variable.job.worker}::text[],
    :#${variable.job.attempt}::int[], :#${body.spendsAttempt}::boolean[], :#${body.waitMillis}::bigint[],
    :#${body.waitReason}::text[], :#${body.outcome}::text[], :#${body.step}::text[], :#${body.status}::int[],
    :#${body.error}::text[], :#${body.hint}::text[]
  ) with ordinality as given (
    job_id, delivery, worker, attempt, spends_attempt, wait_millis, wait_reason, outcome, step, status, error, hint,
    ordinality)
), lease as materialized (
  select id, delivery
  from jobs
  where id = any (array(select job_id from given))
    and ((id, delivery) in (select job_id, delivery from given)) is true and state = 'running'
  order by id
  for no key update
), held as materialized (
  select distinct on (given.job_id) given.*
  from given
  join lease on lease.id = given.job_id and lease.delivery = given.delivery
  order by given.job_id, given.ordinality
), parked as (
  update jobs
  set state = 'queued', locked_by = null, lease_until = null,
      attempt = jobs.attempt - case when held.spends_attempt then 0 else 1 end,
      run_at = now() + held.wait_millis * interval '1 millisecond',
      wait_reason = held.wait_reason,
      waits = case when held.wait_reason = 'rate_limited' then waits + coalesce((held.status = 429)::int, 0) else 0 end,
      waiting_since = now(), losses = 0,
      has_results = exists (select from ai_runs where ai_runs.job_id = jobs.id),
      last_error = held.error
  from held
  where jobs.id = held.job_id
  returning held.*, jobs.started_at, jobs.run_at
), folded as (
  update deliveries
  set delivery = parked.delivery, ended_at = now(), waits_until = parked.run_at, repeats = repeats + 1,
      worker = parked.worker, step = parked.step, status = parked.status, error = parked.error, hint = parked.hint
  from parked
  where deliveries.job_id = parked.job_id and deliveries.delivery = parked.delivery - 1
    and deliveries.outcome = 'waiting' and parked.outcome = 'waiting'
    and deliveries.wait_reason = parked.wait_reason and deliveries.attempt = parked.attempt
  returning deliveries.job_id
), history as (
  insert into deliveries
    (job_id, delivery, attempt, worker, started_at, ended_at, outcome, step, status, error, wait_reason, waits_until, hint)
  select job_id, delivery, attempt, worker, started_at, now(), outcome, step, status, error, wait_reason, run_at, hint
  from parked
  where job_id not in (select job_id from folded)
), slot as (
  update provider_gate
  set probe_until = null
  from parked
  where probe_job = parked.job_id and probe_delivery = parked.delivery
)
select ordinality, job_id as id from parked
