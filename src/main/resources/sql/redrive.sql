-- One redrive, as the JSON that is sent. remaining: those whose turn has not come; of a cancelled one those that were never
-- sent. Times are UTC.
--
-- outcome: what became of those that were sent. A job that was redriven again since counts as what it is now.
select json_build_object(
  'redrive_id', redrives.id,
  'state', redrives.state,
  'operator', redrives.operator,
  'reason', redrives.reason,
  'filter', redrives.request -> 'filter',
  'as_of', redrives.request -> 'as_of',
  'group', redrives.error_group,
  'rate_per_second', redrives.rate::float8,
  'counts', json_build_object(
    'total', redrives.total,
    'retried', redrives.retried,
    'skipped', redrives.skipped,
    'failed', redrives.failed,
    'remaining', redrives.total - redrives.retried - redrives.skipped - redrives.failed),
  'outcome', (
    select json_build_object(
      'succeeded', count(*) filter (where jobs.state = 'succeeded'),
      'under_way', count(*) filter (where jobs.state in ('queued', 'running')),
      'set_aside_again', count(*) filter (where jobs.state in ('dead_letter', 'failed')),
      'cancelled', count(*) filter (where jobs.state = 'cancelled'))
    from redrive_items
    join jobs on jobs.id = redrive_items.job_id
    where redrive_items.redrive_id = redrives.id and redrive_items.state = 'retried'),
  'seconds_left', case when redrives.state in ('running', 'paused') then
    ceil((redrives.total - redrives.retried - redrives.skipped - redrives.failed) / redrives.rate) end,
  'held_by', case when redrives.state = 'running' then gate.reason end,
  'started_at', to_char(redrives.started_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
  'ended_at', to_char(redrives.ended_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
  'links', json_build_object('self', '/v1/redrives/' || redrives.id)
)::text as json
from redrives
cross join (
  select reason
  from provider_gate
  where in_use_until is null or in_use_until > now()
  order by reason is not null, until
  limit 1
) as gate
where redrives.id = :#${variable.redriveId}::bigint
