-- A page of redrives, the latest first, as the JSON that is sent. Paging goes by the id of the last one seen. Times are UTC.
with page as materialized (
  select *
  from redrives
  where (:#${variable.page.state}::text is null or state = :#${variable.page.state}::text)
    and id < :#${variable.page.afterId}::bigint
  order by id desc
  limit :#${variable.page.limit}::int + 1
), shown as materialized (
  select *
  from page
  order by id desc
  limit :#${variable.page.limit}::int
)
select json_build_object(
  'redrives', coalesce((select json_agg(json_build_object(
      'redrive_id', id,
      'state', state,
      'operator', operator,
      'reason', reason,
      'filter', request -> 'filter',
      'as_of', request -> 'as_of',
      'group', error_group,
      'rate_per_second', rate::float8,
      'counts', json_build_object(
        'total', total,
        'retried', retried,
        'skipped', skipped,
        'failed', failed,
        'remaining', total - retried - skipped - failed),
      'seconds_left', case when state in ('running', 'paused') then
        ceil((total - retried - skipped - failed) / rate) end,
      'started_at', to_char(started_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'ended_at', to_char(ended_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'links', json_build_object('self', '/v1/redrives/' || id)
    ) order by id desc) from shown), '[]'),
  'next', (select min(id) from shown having (select count(*) from page) > count(*))::text
)::text as json
