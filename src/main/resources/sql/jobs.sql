-- A page of jobs, the latest first, with whatever filters were given; as the JSON that is sent. Paging goes by the id of
-- the last job seen, so that a page costs the same however far down it is.
with page as materialized (
  select id, ticket_number, state, attempt, actor, wait_reason, run_at, last_error, failed_step, created_at, finished_at
  from jobs
  where (:#${variable.query.state}::text is null or state = :#${variable.query.state}::text)
    and (:#${variable.query.actor}::text is null or actor = :#${variable.query.actor}::text)
    and (:#${variable.query.error}::text is null or split_part(last_error, ':', 1) = :#${variable.query.error}::text)
    and (:#${variable.query.step}::text is null or failed_step = :#${variable.query.step}::text)
    and id < :#${variable.query.before}::bigint
  order by id desc
  limit :#${variable.query.limit}::int + 1
), shown as (
  select *
  from page
  order by id desc
  limit :#${variable.query.limit}::int
)
select json_build_object(
  'jobs', coalesce((select json_agg(json_build_object(
      'job_id', id,
      'ticket_id', 'T-' || ticket_number,
      'state', state,
      'attempts', attempt,
      'actor', actor,
      'wait_reason', wait_reason,
      'waits_until', case when wait_reason is not null then
        to_char(run_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') end,
      'last_error', last_error,
      'failed_step', failed_step,
      'created_at', to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'finished_at', to_char(finished_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
    ) order by id desc) from shown), '[]'),
  'next_before', (select min(id) from shown having (select count(*) from page) > count(*))
)::text as json
