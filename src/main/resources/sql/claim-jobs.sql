-- Claims the jobs that are due, as many as this worker has free slots. A claim spends an attempt and starts a new
-- delivery, whose number is the fencing token of all that follows.
--
-- gate, probe: while the provider's gate is closed nothing is claimed. When its time is over, one job at a time goes
-- through as a probe, over all workers: the row of the gate decides who has it, and probe_until gives it to another
-- when its worker is lost. Whoever takes it has locked a job before: a probe without a job would keep all waiting.
-- suspect: a job that lost its worker twice in a row may be what kills it. A worker takes one of these at a time, so that
-- such a job spends its own attempts and not, again and again, those of the same others (contract 29).
-- begun, due: jobs with saved steps go first. skip locked: two claims never wait for each other and never take the same
-- job. A row that changed after this statement's snapshot is checked again under its lock.
-- mark: fresh jobs are read from where this process came to last, not from the front: there the index entries of claimed
-- jobs pile up while a snapshot is held anywhere, and each costs a look at its row. What became due within the last two
-- seconds is always read, since tickets are not committed in the order of their times. What still lies before the mark is
-- found by the full look of every second, from '-infinity' (LowWaterMark). reached is where the next claim goes on.
-- any(array(..)): the planner takes the array for a handful of ids and walks the primary key, whatever the table's size.
with mine as materialized (
  select :#${bean:heldJobs?method=ask}::int as free, :#${bean:heldJobs?method=holdsSuspect}::boolean as holds_suspect
), mark as materialized (
  select least(:#${bean:lowWaterMark?method=runAt}::timestamptz, now() - interval '2 seconds') as run_at,
         :#${bean:lowWaterMark?method=id}::bigint as id
), gate as materialized (
  select reason is null as open,
         until <= now() and (probe_until is null or probe_until <= now()) as half_open
  from provider_gate
  where provider = 'default'
), slots as materialized (
  select case when gate.open then free when gate.half_open then least(free, 1) else 0 end as free, holds_suspect
  from mine, gate
), suspect as materialized (
  select id
  from jobs
  where state = 'queued' and losses >= 2 and run_at <= now()
  order by run_at, id
  limit (select case when holds_suspect then 0 else least(free, 1) end from slots)
  for update skip locked
), begun as materialized (
  select id
  from jobs
  where state = 'queued' and has_results and losses < 2 and run_at <= now()
  order by run_at, id
  limit (select free from slots) - (select count(*) from suspect)
  for update skip locked
), due as materialized (
  select id, run_at
  from jobs
  where state = 'queued' and not has_results and losses < 2 and run_at <= now()
    and (run_at, id) > ((select run_at from mark), (select id from mark))
  order by run_at, id
  limit (select free from slots) - (select count(*) from suspect) - (select count(*) from begun)
  for update skip locked
), probe as (
  update provider_gate
  set probe_until = now() + :#${properties:provider.timeout.millis}::int * interval '1 millisecond' + interval '5 seconds'
  where provider = 'default' and until <= now() and (probe_until is null or probe_until <= now())
    and exists (select from suspect union all select from begun union all select from due)
  returning provider
), claimed as (
  update jobs
  set state = 'running', attempt = attempt + 1, delivery = delivery + 1, locked_by = :#${bean:workerName?method=name}::text,
      lease_until = now() + :#${properties:lease.seconds}::numeric * interval '1 second', started_at = now(),
      wait_reason = null, waiting_since = null
  where id = any (array(select id from suspect union all select id from begun union all select id from due))
    and ((select open from gate) or exists (select from probe))
  returning id, ticket_number, delivery, attempt, waits, losses, locked_by, run_at
)
select claimed.id, claimed.ticket_number, claimed.delivery, claimed.attempt, claimed.waits, claimed.losses >= 2 as suspect,
       claimed.locked_by as worker, exists (select from probe) as probe, tickets.customer_id, tickets.subject, tickets.body,
       tickets.traceparent, extract(epoch from now() - claimed.run_at)::float8 as due_seconds,
       array_to_string(array(select task from ai_runs where job_id = claimed.id), ',') as steps_done,
       reached.run_at::text as reached_run_at, reached.id as reached_id
from claimed
join tickets on tickets.number = claimed.ticket_number
left join (select run_at, id from due order by run_at desc, id desc limit 1) as reached on true
order by claimed.id
