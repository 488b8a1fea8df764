-- What was set aside, grouped by the kind of error and the step: the first thing a person wants to know. As the JSON that
-- is sent; times are UTC. The kind of an error is what stands before its first colon.
select json_build_object('groups', coalesce(json_agg(json_build_object(
    'error', error,
    'step', step,
    'state', state,
    'count', count,
    'first_seen', to_char(first_seen at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'last_seen', to_char(last_seen at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'latest_job_id', latest_job_id,
    'latest_error', (select last_error from jobs where id = latest_job_id)
  ) order by count desc, error, step), '[]'))::text as json
from (
  select split_part(last_error, ':', 1) as error, failed_step as step, state, count(*) as count,
         min(finished_at) as first_seen, max(finished_at) as last_seen, max(id) as latest_job_id
  from jobs
  where state in ('dead_letter', 'failed')
  group by 1, 2, 3
) as groups
