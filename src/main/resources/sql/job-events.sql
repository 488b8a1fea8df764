-- What happened to jobs since somebody was told last, in order: all that is told stands in the tables, so that whoever
-- comes back after any while is told what was missed. One statement for all who listen; each gets a limited number at a
-- time, and the rest the next time.
--
-- What somebody was told is said by marks: the last delivery of which the beginning was told, and the end; the last
-- result; the last retry (in the audit); the moment of the last end, in microseconds. Each only grows. begun: whether
-- anything was told at all. place is the mark that the event itself sets.
-- most: of each kind the next ones are enough, since the marks of a kind rise with time. So a long story is not read as a
-- whole for each piece of it.
-- Events of one moment are told in the order of their causes. A delivery that the history counts in another's row
-- (repeats) is told by that one.
with asked as materialized (
  select *
  from unnest(
    :#${body.jobIds}::bigint[], :#${body.begun}::boolean[], :#${body.started}::bigint[], :#${body.ended}::bigint[],
    :#${body.saved}::bigint[], :#${body.retried}::bigint[], :#${body.over}::bigint[]
  ) with ordinality as asked (job_id, begun, started, ended, saved, retried, over, number)
)
select asked.number, event.kind, event.place,
       json_build_object('at', to_char(event.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))::jsonb || event.data
         as data
from asked
join jobs on jobs.id = asked.job_id
cross join lateral (
  select 0 as kind, 0::bigint as place, jobs.created_at as at,
         jsonb_build_object('state', 'queued', 'job_id', jobs.id, 'ticket_id', 'T-' || jobs.ticket_number) as data
  where not asked.begun
  union all
  (select 1, delivery, started_at,
          jsonb_build_object('state', 'running', 'delivery', delivery, 'attempt', attempt, 'worker', worker)
   from deliveries
   where job_id = asked.job_id and delivery > asked.started
   order by delivery
   limit :#${body.most}::int)
  union all
  select 1, jobs.delivery, jobs.started_at,
         jsonb_build_object(
           'state', 'running', 'delivery', jobs.delivery, 'attempt', jobs.attempt, 'worker', jobs.locked_by)
  where jobs.state = 'running' and jobs.delivery > asked.started
  union all
  (select 2, id, created_at, jsonb_build_object('state', 'running', 'step', task, 'delivery', delivery)
   from ai_runs
   where job_id = asked.job_id and id > asked.saved
   order by id
   limit :#${body.most}::int)
  union all
  (select 3, delivery, ended_at,
          jsonb_build_object(
            'state', case
              when outcome in ('succeeded', 'failed', 'dead_letter', 'cancelled') then outcome
              when outcome = 'lost' and waits_until is null then 'dead_letter'
              else 'queued' end,
            'delivery', delivery, 'attempt', attempt, 'outcome', outcome, 'step', step, 'status', status, 'error', error,
            'wait_reason', wait_reason, 'repeats', repeats,
            'waits_until', to_char(waits_until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
   from deliveries
   where job_id = asked.job_id and delivery > asked.ended
   order by delivery
   limit :#${body.most}::int)
  union all
  (select 4, id, audit.at,
          jsonb_build_object('state', 'queued', 'operator', operator, 'reason', reason,
            'redrive_id', (details ->> 'redrive')::bigint)
   from audit
   where job_id = asked.job_id and action = 'job_retried' and audit.at >= jobs.created_at and id > asked.retried
   order by id
   limit :#${body.most}::int)
  union all
  select 5, moment, jobs.finished_at, jsonb_build_object('state', jobs.state, 'last_error', jobs.last_error)
  from (select (extract(epoch from jobs.finished_at) * 1000000)::bigint) as last (moment)
  where moment > asked.over
  order by at, kind, place
  limit :#${body.most}::int
) as event
order by asked.number, event.at, event.kind, event.place
