-- Ends a redrive that is not over. Jobs that were sent stay sent; the others are as they were, and may wait for their turn
-- in another redrive.
with wanted as (
  select id, state
  from redrives
  where id = :#${variable.redriveId}::bigint
  for update
), changed as (
  update redrives
  set state = 'cancelled', ended_at = now()
  from wanted
  where redrives.id = wanted.id and wanted.state in ('running', 'paused')
  returning redrives.id
), released as (
  update redrive_items
  set state = 'cancelled', at = now()
  from changed
  where redrive_items.redrive_id = changed.id and redrive_items.state = 'pending'
  returning redrive_items.job_id
), noted as (
  insert into audit (operator, action, subject, reason, details)
  select coalesce(:#${variable.operator}::text, 'anyone'), 'redrive_cancelled', 'redrive ' || id,
         :#${variable.reason}::text, jsonb_build_object('not_sent', (select count(*) from released))
  from changed
)
select wanted.id, wanted.state, exists (select from changed) as done
from wanted
