-- A page of the jobs that were set aside, the latest first, as the JSON that is sent. Paging goes by the moment and the id
-- of the last job seen, so that a page costs the same however far down it is. Counting stops at 10 000: nobody needs to
-- know more exactly, and it must cost little however many there are. Times are UTC.
--
-- as_of: a redrive that names this moment touches none of those that are set aside later.
with matching as not materialized (
  select *
  from dead_letters(
    :#${variable.filter.state}::text, :#${variable.filter.group}::text, :#${variable.filter.error}::text,
    :#${variable.filter.step}::text, :#${variable.filter.actor}::text, :#${variable.filter.from}::timestamptz,
    :#${variable.filter.to}::timestamptz, :#${variable.filter.text}::text, :#${variable.filter.discarded}::boolean)
), page as materialized (
  select id, ticket_number, state, attempt, actor, last_error, error_group, failed_step, created_at, finished_at,
         discarded_at, discarded_by, discard_reason
  from matching
  where (finished_at, id) < (
    coalesce(timestamptz 'epoch' + :#${variable.page.afterMicros}::bigint * interval '1 microsecond', 'infinity'),
    :#${variable.page.afterId}::bigint)
  order by finished_at desc, id desc
  limit :#${variable.page.limit}::int + 1
), shown as materialized (
  select *
  from page
  order by finished_at desc, id desc
  limit :#${variable.page.limit}::int
), counted as materialized (
  select count(*) as found
  from (select from matching limit 10001) as first_ones
)
select json_build_object(
  'jobs', coalesce((select json_agg(json_build_object(
      'job_id', shown.id,
      'ticket_id', 'T-' || shown.ticket_number,
      'subject', tickets.subject,
      'state', shown.state,
      'attempts', shown.attempt,
      'actor', shown.actor,
      'last_error', shown.last_error,
      'failed_step', shown.failed_step,
      'group', shown.error_group,
      'created_at', to_char(shown.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'finished_at', to_char(shown.finished_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'discard', case when shown.discarded_at is not null then json_build_object(
        'at', to_char(shown.discarded_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'operator', shown.discarded_by,
        'reason', shown.discard_reason) end
    ) order by shown.finished_at desc, shown.id desc)
    from shown
    join tickets on tickets.number = shown.ticket_number), '[]'),
  'next', (
    select (extract(epoch from finished_at) * 1000000)::bigint || '-' || id
    from shown
    where (select count(*) from page) > (select count(*) from shown)
    order by finished_at, id
    limit 1),
  'total', least(counted.found, 10000),
  'total_capped', counted.found > 10000,
  'as_of', to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')
)::text as json
from counted
