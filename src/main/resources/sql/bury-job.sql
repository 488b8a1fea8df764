-- Ends jobs that a person has to look at: dead_letter (may have worked later, but attempts or patience are used up) or
-- failed (cannot work). Results and history stay. Those that end at the same time share a commit (group-sql). Fenced by
-- the delivery; no result comes back for a row whose lease is lost.
--
-- lease: locked in the order of the ids, so that this never waits in a ring with a renewal or another batch.
-- held: a delivery ends once; who says so a second time in a batch comes too late.
-- losses: its worker lived to tell, so a job that is redriven is no suspect. One that recover-lost-jobs.sql sets aside stays one.
-- slot: a probe whose failure said nothing about the gate makes room for another.
-- told: an event for each channel that is told of it; mostly there is none, and no row is written.
with given as materialized (
  select *
  from unnest(
    :#${variable.job.id}::bigint[], :#${variable.job.delivery}::int[], :#${variable.job.worker}::text[],
    :#${body.outcome}::text[], :#${body.step}::text[], :#${body.status}::int[], :#${body.error}::text[]
  ) with ordinality as given (job_id, delivery, worker, outcome, step, status, error, ordinality)
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
), buried as (
  update jobs
  set state = held.outcome, locked_by = null, lease_until = null, waits = 0, losses = 0, last_error = held.error,
      failed_step = held.step, finished_at = now()
  from held
  where jobs.id = held.job_id
  returning held.*, jobs.ticket_number, jobs.attempt, jobs.started_at
), history as (
  insert into deliveries (job_id, delivery, attempt, worker, started_at, ended_at, outcome, step, status, error)
  select job_id, delivery, attempt, worker, started_at, now(), outcome, step, status, error
  from buried
), slot as (
  update provider_gate
  set probe_until = null
  from buried
  where probe_job = buried.job_id and probe_delivery = buried.delivery
), told as (
  insert into outbox (channel, kind, job_id, ticket_number, job_error)
  select channel, 'job.' || outcome, job_id, ticket_number, error
  from buried, unnest(string_to_array(
    case outcome
      when 'failed' then :#${properties:outbox.failed}::text
      else :#${properties:outbox.dead.letter}::text
    end, ',')) as channel
)
select ordinality, job_id as id from buried
