-- Adds a person's note to a job, whatever its state.
with wanted as (
  select id
  from jobs
  where id = :#${variable.jobId}::bigint
), note as (
  insert into job_notes (job_id, operator, text)
  select id, coalesce(:#${variable.operator}::text, 'anyone'), :#${variable.text}::text
  from wanted
  returning id, job_id, at, operator, text
), noted as (
  insert into audit (operator, action, job_id, details)
  select operator, 'job_noted', job_id, jsonb_build_object('note', id)
  from note
)
select json_build_object(
  'note_id', id,
  'job_id', job_id,
  'at', to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
  'operator', operator,
  'text', text
)::text as json
from note
