-- What was set aside, grouped by the kind of failure and the step: the first thing a person wants to know. As the JSON
-- that is sent; times are UTC.
--
-- period: what the 24 counts of each group are spread over: what was asked for, or from the first failure until now.
-- slot: read from an index alone, unless a filter needs the error itself.
-- shown: the largest 200. With more groups than that, the number of jobs in total still counts all.
-- sample: the latest three of each group, found by its index.
with period as materialized (
  select start, greatest(stop, start + interval '24 seconds') as stop
  from (
    select coalesce(:#${variable.filter.from}::timestamptz, min(finished_at), now()) as start,
           least(coalesce(:#${variable.filter.to}::timestamptz, now()), now()) as stop
    from dead_letters(
      :#${variable.filter.state}::text, :#${variable.filter.group}::text, :#${variable.filter.error}::text,
      :#${variable.filter.step}::text, :#${variable.filter.actor}::text, :#${variable.filter.from}::timestamptz,
      :#${variable.filter.to}::timestamptz, :#${variable.filter.text}::text, :#${variable.filter.discarded}::boolean)
  ) as asked
), scale as materialized (
  select date_part('epoch', start) as start, 24 / date_part('epoch', stop - start) as slots_per_second
  from period
), slot as materialized (
  select error_group, least(24, greatest(1, 1 + floor(
           (date_part('epoch', finished_at) - (select start from scale)) * (select slots_per_second from scale))::int)) as number,
         count(*) as jobs, count(*) filter (where state = 'failed') as failed,
         min(finished_at) as first_seen, max(finished_at) as last_seen
  from dead_letters(
    :#${variable.filter.state}::text, :#${variable.filter.group}::text, :#${variable.filter.error}::text,
    :#${variable.filter.step}::text, :#${variable.filter.actor}::text, :#${variable.filter.from}::timestamptz,
    :#${variable.filter.to}::timestamptz, :#${variable.filter.text}::text, :#${variable.filter.discarded}::boolean)
  group by 1, 2
), grouped as materialized (
  select error_group, sum(jobs)::bigint as jobs, min(first_seen) as first_seen, max(last_seen) as last_seen,
         case sum(failed) when 0 then 'dead_letter' when sum(jobs) then 'failed' end as state,
         jsonb_object_agg(number, jobs) as jobs_of_slot
  from slot
  group by error_group
), shown as materialized (
  select *
  from grouped
  order by jobs desc, last_seen desc, error_group
  limit 200
), sample as materialized (
  select shown.error_group, latest.*
  from shown
  cross join lateral (
    select id, ticket_number, last_error, failed_step, finished_at
    from dead_letters(
      :#${variable.filter.state}::text, null, :#${variable.filter.error}::text, :#${variable.filter.step}::text,
      :#${variable.filter.actor}::text, :#${variable.filter.from}::timestamptz, :#${variable.filter.to}::timestamptz,
      :#${variable.filter.text}::text, :#${variable.filter.discarded}::boolean) as dead_letter
    where dead_letter.error_group = shown.error_group
    order by finished_at desc, id desc
    limit 3
  ) as latest
)
select json_build_object(
  'groups', coalesce((select json_agg(json_build_object(
      'key', shown.error_group,
      'error', error_pattern(latest.last_error),
      'error_class', split_part(latest.last_error, ':', 1),
      'status', substring(latest.last_error from 'answered ([0-9]{3})')::int,
      'step', latest.failed_step,
      'state', shown.state,
      'count', shown.jobs,
      'first_seen', to_char(shown.first_seen at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'last_seen', to_char(shown.last_seen at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'series', (
        select json_agg(coalesce((shown.jobs_of_slot ->> number::text)::bigint, 0) order by number)
        from generate_series(1, 24) as numbers (number)),
      'samples', latest.samples,
      'redrive_id', (select id from redrives where error_group = shown.error_group and state in ('running', 'paused'))
    ) order by shown.jobs desc, shown.last_seen desc, shown.error_group)
    from shown
    join (
      select sample.error_group, min(sample.last_error) as last_error, min(sample.failed_step) as failed_step,
             json_agg(json_build_object(
                 'job_id', sample.id,
                 'ticket_id', 'T-' || sample.ticket_number,
                 'subject', tickets.subject,
                 'last_error', sample.last_error
               ) order by sample.finished_at desc, sample.id desc) as samples
      from sample
      join tickets on tickets.number = sample.ticket_number
      group by sample.error_group
    ) as latest using (error_group)), '[]'),
  'total', least((select coalesce(sum(jobs), 0) from grouped), 10000),
  'total_capped', (select coalesce(sum(jobs), 0) from grouped) > 10000,
  'groups_total', (select count(*) from grouped),
  'series_from', to_char(period.start at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
  'series_to', to_char(period.stop at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
  'as_of', to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')
)::text as json
from period
