-- Lets a paused redrive go on, at its pace from now on: what was not sent meanwhile is not made up for.
with wanted as (
  select id, state
  from redrives
  where id = :#${variable.redriveId}::bigint
  for update
), changed as (
  update redrives
  set state = 'running', next_at = now()
  from wanted
  where redrives.id = wanted.id and wanted.state = 'paused'
  returning redrives.id
), noted as (
  insert into audit (operator, action, subject, reason)
  select coalesce(:#${variable.operator}::text, 'anyone'), 'redrive_resumed', 'redrive ' || id, :#${variable.reason}::text
  from changed
)
select wanted.id, wanted.state, exists (select from changed) as done
from wanted
