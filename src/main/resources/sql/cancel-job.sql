-- Cancels one job that is not finished. A worker that holds it loses its lease by this: whatever it still writes
-- changes nothing, and its delivery gets its line in the history here; if it was a probe, it makes room for another. Who did
-- it and why stands in the audit. Whoever is told of it has an event in the outbox.
-- slot: which delivery is the probe is asked of the row as it is by then, since this may have waited for the claim that made
-- it one.
-- discarded_at, discarded_by, discard_reason: null already in the row that is cancelled. But when this waited for the retry
-- of a discarded job, PostgreSQL first tries the update on the row as it was before, and checks the constraints of that.
with wanted as (
  select id, state, delivery, attempt, locked_by, started_at
  from jobs
  where id = :#${variable.jobId}::bigint
  for update
), cancelled as (
  update jobs
  set state = 'cancelled', locked_by = null, lease_until = null, wait_reason = null, waiting_since = null,
      finished_at = now(), discarded_at = null, discarded_by = null, discard_reason = null
  from wanted
  where jobs.id = wanted.id and wanted.state in ('queued', 'running')
  returning jobs.id, jobs.ticket_number
), history as (
  insert into deliveries (job_id, delivery, attempt, worker, started_at, ended_at, outcome)
  select wanted.id, wanted.delivery, wanted.attempt, wanted.locked_by, wanted.started_at, now(), 'cancelled'
  from wanted
  join cancelled using (id)
  where wanted.state = 'running'
), slot as (
  update provider_gate
  set probe_until = case when probe_job = wanted.id and probe_delivery = wanted.delivery then null else probe_until end
  from wanted
  join cancelled using (id)
  where wanted.state = 'running' and reason is not null
), noted as (
  insert into audit (operator, action, job_id, reason)
  select coalesce(:#${variable.operator}::text, 'anyone'), 'job_cancelled', id, :#${variable.reason}::text
  from cancelled
), told as (
  insert into outbox (channel, kind, job_id, ticket_number)
  select channel, 'job.cancelled', id, ticket_number
  from cancelled, unnest(string_to_array(:#${properties:outbox.cancelled}::text, ',')) as channel
)
select wanted.id, wanted.state, exists (select from cancelled) as done
from wanted
