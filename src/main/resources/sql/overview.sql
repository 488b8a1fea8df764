-- How it stands, at a glance, as the JSON that is sent. It is asked every few seconds by every open page, so it reads what
-- is under way and the end of the tables, never what is done: ids rise with time. Counting stops at 100 000 queued and
-- 10 000 jobs set aside, and what was done lately is seen by the last 12 000 results. Times are UTC.
--
-- running: exactly the jobs with a lease, which have an index.
-- gate, held: a job that is due but held back waits for the gate that is looked at first.
-- done: jobs whose last step was saved lately, and which then succeeded. When the last results do not reach back five
-- minutes, the rate is that of the time that they do.
with gate as materialized (
  select *
  from provider_gate
  where in_use_until is null or in_use_until > now()
), held as materialized (
  select reason
  from gate
  order by reason is not null, until
  limit 1
), shown as materialized (
  select provider, json_build_object(
    'open', reason is null,
    'reason', reason,
    'until', to_char(until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'closed_at', to_char(closed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'times', consecutive,
    'hint', hint,
    'what_happened', told,
    'probing', coalesce(probe_until > now(), false))::jsonb as shown
  from gate
), queued as materialized (
  select reason, count(*) as jobs
  from (
    select case when jobs.run_at > now() then coalesce(jobs.wait_reason, 'retry') else held.reason end as reason
    from jobs
    cross join held
    where jobs.state = 'queued'
    limit 100000
  ) as some_queued
  group by reason
), in_line as materialized (
  select coalesce(sum(jobs), 0)::bigint as jobs, coalesce(sum(jobs) filter (where reason is null), 0)::bigint as due
  from queued
), oldest as materialized (
  select id, queued_since
  from jobs
  where state = 'queued'
  order by queued_since
  limit 1
), latest as materialized (
  select job_id, task, created_at
  from ai_runs
  where job_id is not null
  order by id desc
  limit 12000
), reach as materialized (
  select greatest(now() - interval '15 minutes', case when count(*) < 12000 then '-infinity' else min(created_at) end) as since
  from latest
), done as materialized (
  select jobs.finished_at
  from latest
  cross join reach
  join jobs on jobs.id = latest.job_id and jobs.state = 'succeeded'
  where latest.created_at >= reach.since
    and latest.task = trim(split_part(:#${properties:ticket.steps}::text, ',', -1))
), accepted as materialized (
  select created_at
  from jobs
  order by id desc
  limit 12000
), pace as materialized (
  select 60 * done.jobs / done.seconds as done_per_minute, 60 * accepted.jobs / accepted.seconds as accepted_per_minute
  from (
    select count(*) filter (where finished_at >= now() - interval '5 minutes') as jobs,
           greatest(1, least(300, date_part('epoch', now() - (select since from reach)))) as seconds
    from done
  ) as done
  cross join (
    select count(*) filter (where created_at >= now() - interval '5 minutes') as jobs,
           greatest(1, least(300, case when count(*) < 12000 then 300
             else date_part('epoch', now() - min(created_at)) end)) as seconds
    from accepted
  ) as accepted
)
select json_build_object(
  'queued', json_build_object(
    'total', in_line.jobs,
    'total_capped', in_line.jobs >= 100000,
    'due', in_line.due,
    'waiting', coalesce((select json_object_agg(reason, jobs order by reason) from queued where reason is not null), '{}')),
  'running', (select count(*) from jobs where lease_until is not null),
  'set_aside', (
    select json_build_object(
      'total', least(count(*), 10000),
      'total_capped', count(*) > 10000)
    from (select from dead_letters(null, null, null, null, null, null, null, null, null) limit 10001) as some_aside),
  'set_aside_last_hour', (
    select json_build_object(
      'total', least(count(*), 10000),
      'total_capped', count(*) > 10000)
    from (
      select from dead_letters(null, null, null, null, null, now() - interval '1 hour', null, null, null) limit 10001
    ) as lately_aside),
  'oldest_waiting', (
    select json_build_object(
      'job_id', id,
      'since', to_char(queued_since at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'seconds', greatest(0, floor(date_part('epoch', now() - queued_since))))
    from oldest),
  'succeeded', (
    select json_agg(json_build_object(
        'minute', to_char(minute at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
        'count', coalesce(jobs, 0))
      order by minute)
    from generate_series(
      date_trunc('minute', now()) - interval '14 minutes', date_trunc('minute', now()), interval '1 minute') as minute
    left join (
      select date_trunc('minute', finished_at) as minute, count(*) as jobs
      from done
      group by 1
    ) as counted using (minute)),
  'succeeded_per_minute', round(pace.done_per_minute::numeric, 1),
  'accepted_per_minute', round(pace.accepted_per_minute::numeric, 1),
  'drain_per_minute', round((pace.done_per_minute - pace.accepted_per_minute)::numeric, 1),
  'clear_in_seconds', case
    when in_line.jobs = 0 then 0
    when pace.done_per_minute - pace.accepted_per_minute >= 0.1 then
      ceil(60 * in_line.jobs / (pace.done_per_minute - pace.accepted_per_minute)) end,
  'gate', (
    select shown || jsonb_build_object('fallback', (select shown from shown where provider = 'fallback'))
    from shown
    where provider = 'default'),
  'redrives', coalesce((
    select json_agg(json_build_object(
        'redrive_id', id,
        'state', state,
        'total', total,
        'remaining', total - retried - skipped - failed)
      order by id)
    from (select * from redrives where state in ('running', 'paused') order by id limit 20) as under_way), '[]'),
  'as_of', to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')
)::text as json
from in_line
cross join pace
