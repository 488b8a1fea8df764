-- Starts a redrive: all jobs that the filter means, as it was at one moment (as_of), will be sent again at a pace. Its items
-- are written in the same commit, so what is sent is what was counted; a trial run only counts.
--
-- It starts when just as many jobs are meant as the person saw (expected), so that nobody sends what nobody looked at, and
-- when none of them waits in another redrive that is not over. Otherwise nothing is saved, and the row says what stands in
-- the way. Of two at once the unique indexes of redrives and redrive_items let the first win; run again, the second sees it.
with matching as materialized (
  select id, ticket_number, last_error, finished_at
  from dead_letters(
    :#${variable.filter.state}::text, :#${variable.filter.group}::text, :#${variable.filter.error}::text,
    :#${variable.filter.step}::text, :#${variable.filter.actor}::text, :#${variable.filter.from}::timestamptz,
    :#${variable.filter.to}::timestamptz, :#${variable.filter.text}::text, :#${variable.filter.discarded}::boolean)
), moment as materialized (
  select least(coalesce(:#${variable.redrive.asOf}::timestamptz, now()), now()) as as_of,
         coalesce(:#${variable.operator}::text, 'anyone') as operator
), meant as materialized (
  select matching.*
  from matching
  cross join moment
  where matching.finished_at <= moment.as_of
), counted as materialized (
  select count(*) as jobs
  from meant
), known as materialized (
  select redrives.id, redrives.request = :#${variable.redrive.requestJson}::jsonb as same_request
  from redrives
  join moment using (operator)
  where redrives.idempotency_key = :#${variable.redrive.idempotencyKey}::text
), hindrance as materialized (
  select id
  from (
    select id
    from redrives
    where state in ('running', 'paused') and error_group = :#${variable.filter.group}::text
    union all
    select redrive_items.redrive_id
    from meant
    join redrive_items on redrive_items.job_id = meant.id and redrive_items.state = 'pending'
  ) as redrive
  order by id
  limit 1
), started as (
  insert into redrives (operator, reason, request, idempotency_key, error_group, rate, total)
  select moment.operator, :#${variable.redrive.reason}::text, :#${variable.redrive.requestJson}::jsonb,
         :#${variable.redrive.idempotencyKey}::text, :#${variable.filter.group}::text, :#${variable.redrive.rate}::numeric,
         counted.jobs
  from counted
  cross join moment
  where not :#${variable.redrive.dryRun}::boolean and counted.jobs > 0
    and counted.jobs = :#${variable.redrive.expectedCount}::bigint
    and not exists (select from known) and not exists (select from hindrance)
  returning id, operator, reason, request, total
), item as (
  insert into redrive_items (redrive_id, job_id)
  select started.id, meant.id
  from started
  cross join meant
  order by meant.id
), noted as (
  insert into audit (operator, action, subject, reason, details)
  select operator, 'redrive_started', 'redrive ' || id, reason, request || jsonb_build_object('total', total)
  from started
)
select counted.jobs, (select id from started) as started, (select id from known) as known,
       (select same_request from known) as same_request, (select id from hindrance) as hindrance,
       (select count(*) from (
         select from matching where matching.finished_at > moment.as_of limit 10000) as later) as arrived_since,
       to_char(moment.as_of at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as as_of,
       coalesce((
         select json_agg(json_build_object(
             'job_id', latest.id,
             'ticket_id', 'T-' || latest.ticket_number,
             'subject', tickets.subject,
             'last_error', latest.last_error
           ) order by latest.finished_at desc, latest.id desc)
         from (select * from meant order by finished_at desc, id desc limit 5) as latest
         join tickets on tickets.number = latest.ticket_number), '[]')::text as samples
from counted
cross join moment
