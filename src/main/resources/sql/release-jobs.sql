-- Gives jobs back unfinished because this worker stops: they are due at once, and the attempt is not spent.
-- Fenced by the deliveries; a job whose lease is lost does not come back.
-- A probe makes room for another.
-- The rows are locked in the order of their ids, so that two multi-row statements cannot block each other.
with held as materialized (
  select jobs.id, jobs.attempt, jobs.locked_by
  from unnest(:#${body.ids}::bigint[], :#${body.deliveries}::int[]) as mine (id, delivery)
  join jobs using (id, delivery)
  where jobs.state = 'running'
  order by jobs.id
  for update of jobs
), released as (
  update jobs
  set state = 'queued', locked_by = null, lease_until = null, attempt = jobs.attempt - 1, run_at = now(),
      has_results = exists (select from ai_runs where job_id = jobs.id)
  from held
  where jobs.id = held.id
  returning jobs.id, jobs.ticket_number, jobs.delivery, jobs.started_at, held.attempt, held.locked_by
), history as (
  insert into deliveries (job_id, delivery, attempt, worker, started_at, ended_at, outcome)
  select id, delivery, attempt, locked_by, started_at, now(), 'released'
  from released
), slot as (
  update provider_gate
  set probe_until = null
  from released
  where probe_job = released.id and probe_delivery = released.delivery
)
select id, ticket_number, delivery, attempt from released order by id
