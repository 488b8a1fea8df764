-- Pauses a redrive that is running: its jobs keep waiting for their turn, however many processes are at it.
with wanted as (
  select id, state
  from redrives
  where id = :#${variable.redriveId}::bigint
  for update
), changed as (
  update redrives
  set state = 'paused'
  from wanted
  where redrives.id = wanted.id and wanted.state = 'running'
  returning redrives.id
), noted as (
  insert into audit (operator, action, subject, reason)
  select coalesce(:#${variable.operator}::text, 'anyone'), 'redrive_paused', 'redrive ' || id, :#${variable.reason}::text
  from changed
)
select wanted.id, wanted.state, exists (select from changed) as done
from wanted
