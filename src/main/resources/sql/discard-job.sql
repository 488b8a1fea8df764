-- Discards a job that was set aside: nothing more will be done about it. It is kept, with the reason, and no longer stands
-- among the dead letters; a retry ends that. A job that is discarded already stays as it was discarded first. Whoever is
-- told of it has an event in the outbox.
--
-- state, finished_at, locked_by, lease_until, wait_reason: as they stand already in the row that is discarded. But when this
-- waited for the write that sets the job aside, PostgreSQL first tries the update on the row as it was before, and checks
-- the constraints of that.
with wanted as (
  select id, state, finished_at, discarded_at
  from jobs
  where id = :#${variable.jobId}::bigint
  for update
), discarded as (
  update jobs
  set state = wanted.state, finished_at = wanted.finished_at, locked_by = null, lease_until = null, wait_reason = null,
      discarded_at = now(), discarded_by = coalesce(:#${variable.operator}::text, 'anyone'),
      discard_reason = :#${variable.reason}::text
  from wanted
  where jobs.id = wanted.id and wanted.state in ('dead_letter', 'failed') and wanted.discarded_at is null
  returning jobs.id, jobs.ticket_number, jobs.last_error, jobs.discarded_by, jobs.discard_reason
), noted as (
  insert into audit (operator, action, job_id, reason)
  select discarded_by, 'job_discarded', id, discard_reason
  from discarded
), told as (
  insert into outbox (channel, kind, job_id, ticket_number, job_error)
  select channel, 'job.discarded', id, ticket_number, last_error
  from discarded, unnest(string_to_array(:#${properties:outbox.discarded}::text, ',')) as channel
)
select wanted.id, case when wanted.discarded_at is null then wanted.state else 'discarded already' end as state,
       exists (select from discarded) as done
from wanted
