-- Sends a webhook that was set aside again: it gets all its attempts anew, under the id that it had. Who did it and why
-- stands in the audit.
with wanted as (
  select id, state
  from outbox
  where id = :#${variable.webhook}::bigint and channel = 'webhook'
  for update
), again as (
  update outbox
  set state = 'waiting', attempt = 0, due_at = now(), ended_at = null
  from wanted
  where outbox.id = wanted.id and wanted.state = 'dead_letter'
  returning outbox.id, outbox.job_id
), noted as (
  insert into audit (operator, action, job_id, subject, reason)
  select coalesce(:#${variable.operator}::text, 'anyone'), 'webhook_retried', job_id, 'webhook ' || id, :#${variable.reason}::text
  from again
)
select wanted.id, wanted.state, exists (select from again) as done
from wanted
