-- Claims the jobs that are due, as many as this worker has free slots. A claim spends an attempt and starts a new
-- delivery, whose number is the fencing token of all that follows.
--
-- gate, probe: while the gate of each provider is closed nothing is claimed. When the time of one is over, one job at a time
-- goes through as a probe, over all workers: the row of the gate decides who has it, and keeps its job and delivery, so that
-- nobody else speaks for it later; probe_until gives it to another when nobody takes its job back. Whoever takes it has locked a
-- job before: a probe without a job would keep all waiting. The fallback counts where this worker has one; by their names
-- the default one comes first, so min() is the one to ask. While it is open nobody looks whether the fallback is well.
-- suspect: a job that lost its worker twice in a row may be what kills it. A worker takes one of these at a time, so that
-- such a job spends its own attempts and not, again and again, those of the same others (contract 29).
-- last_resort: while no gate is open a suspect is claimed only when nothing else can be, since all others would wait for
-- another probe if it kills its worker. And of jobs that come through the fallback it is the last to be the probe.
-- begun: jobs with saved steps go first. skip locked, here and below: two claims never wait for each other and never take
-- the same job. A row that changed after this statement's snapshot is checked again under its lock.
-- shares: of the fresh jobs, those of the light lane go first, so that nobody waits for another one's thousands. But one
-- slot in claim.bulk.every is for the bulk lane while it has any, so that nobody waits for ever; turn carries the count
-- from one claim to the next. What one lane does not need, the other takes: first bulk its share, then light all that is
-- left, then bulk what light leaves, from where its share ended. No more is locked than is taken.
-- light_mark, bulk_mark: fresh jobs are read from where this process came to last, not from the front: there the index
-- entries of claimed jobs pile up while a snapshot is held anywhere, and each costs a look at its row. What became due
-- within the last two seconds is always read, since tickets are not committed in the order of their times. What still lies
-- before the mark is found by the full look of every second, from '-infinity' (LowWaterMark). light_reached and
-- bulk_reached are where the next claim goes on.
-- done: by a function that never reads all results, whatever was known of them when the plan was made (V10).
-- any(array(..)): the planner takes the array for a handful of ids and walks the primary key, whatever the table's size.
with mine as materialized (
  select :#${bean:heldJobs?method=ask}::int as free, :#${bean:heldJobs?method=holdsSuspect}::boolean as holds_suspect,
         :#${bean:lanes?method=turn}::int as turn, :#${properties:claim.bulk.every}::int as every
), light_mark as materialized (
  select least(:#${bean:lightMark?method=runAt}::timestamptz, now() - interval '2 seconds') as run_at,
         :#${bean:lightMark?method=id}::bigint as id
), bulk_mark as materialized (
  select least(:#${bean:bulkMark?method=runAt}::timestamptz, now() - interval '2 seconds') as run_at,
         :#${bean:bulkMark?method=id}::bigint as id
), gate as materialized (
  select min(provider) filter (where reason is null) as open,
         min(provider) filter (where until <= now() and (probe_until is null or probe_until <= now())) as half_open
  from provider_gate
  where provider = 'default' or :#${bean:providerGate?method=hasFallback}::boolean
), slots as materialized (
  select case when gate.open is not null then free when gate.half_open is not null then least(free, 1) else 0 end as free,
         gate.open is null as half_open, holds_suspect, turn, every
  from mine, gate
), suspect as materialized (
  select id, delivery
  from jobs
  where state = 'queued' and losses >= 2 and run_at <= now()
  order by run_at, id
  limit (select case when holds_suspect or half_open then 0 else least(free, 1) end from slots)
  for update skip locked
), begun as materialized (
  select id, delivery
  from jobs
  where state = 'queued' and has_results and losses < 2 and run_at <= now()
  order by run_at, id
  limit (select free from slots) - (select count(*) from suspect)
  for update skip locked
), shares as materialized (
  select rest, (rest + turn) / every as bulk, turn, every
  from (
    select free - (select count(*) from suspect) - (select count(*) from begun) as rest, turn, every
    from slots
  ) as fresh
), bulk_share as materialized (
  select id, delivery, run_at
  from jobs
  where state = 'queued' and not has_results and losses < 2 and bulk and run_at <= now()
    and (run_at, id) > ((select run_at from bulk_mark), (select id from bulk_mark))
  order by run_at, id
  limit (select bulk from shares)
  for update skip locked
), light as materialized (
  select id, delivery, run_at
  from jobs
  where state = 'queued' and not has_results and losses < 2 and not bulk and run_at <= now()
    and (run_at, id) > ((select run_at from light_mark), (select id from light_mark))
  order by run_at, id
  limit (select rest from shares) - (select count(*) from bulk_share)
  for update skip locked
), bulk_so_far as materialized (
  select run_at, id
  from (select run_at, id from bulk_share union all select run_at, id from bulk_mark) as place
  order by run_at desc, id desc
  limit 1
), bulk_rest as materialized (
  select id, delivery, run_at
  from jobs
  where state = 'queued' and not has_results and losses < 2 and bulk and run_at <= now()
    and (run_at, id) > ((select run_at from bulk_so_far), (select id from bulk_so_far))
  order by run_at, id
  limit (select rest from shares) - (select count(*) from bulk_share) - (select count(*) from light)
  for update skip locked
), last_resort as materialized (
  select id, delivery
  from jobs
  where state = 'queued' and losses >= 2 and run_at <= now()
  order by run_at, id
  limit (
    select case when half_open and not holds_suspect then
      rest - (select count(*) from bulk_share) - (select count(*) from light) - (select count(*) from bulk_rest)
    else 0 end
    from slots, shares
  )
  for update skip locked
), chosen as materialized (
  select id, delivery, true as may_kill from suspect
  union all select id, delivery, false from begun
  union all select id, delivery, false from bulk_share
  union all select id, delivery, false from light
  union all select id, delivery, false from bulk_rest
  union all select id, delivery, true from last_resort
), next as materialized (
  select (turn + (select count(*) from bulk_share) + (select count(*) from light) + (select count(*) from bulk_rest)) % every
           as turn
  from shares
), probe as (
  update provider_gate
  set probe_until = now() + :#${properties:provider.timeout.millis}::int * interval '1 millisecond' + interval '5 seconds',
      probe_job = looking.id, probe_delivery = looking.delivery + 1
  from (select id, delivery from chosen order by may_kill limit 1) as looking
  where provider = (select half_open from gate where open is distinct from 'default')
    and until <= now() and (probe_until is null or probe_until <= now())
  returning provider, probe_job
), claimed as (
  update jobs
  set state = 'running', attempt = attempt + 1, delivery = delivery + 1, locked_by = :#${bean:workerName?method=name}::text,
      lease_until = now() + :#${properties:lease.seconds}::numeric * interval '1 second', started_at = now(),
      wait_reason = null, waiting_since = null
  where id = any (array(select id from chosen))
    and ((select open from gate) is not null or exists (select from probe))
  returning id, ticket_number, delivery, attempt, waits, losses, locked_by, run_at
)
select claimed.id, claimed.ticket_number, claimed.delivery, claimed.attempt, claimed.waits, claimed.losses >= 2 as suspect,
       claimed.locked_by as worker, probe.provider is not null as probe,
       nullif(coalesce(probe.provider, gate.open), 'default') as provider, tickets.customer_id, tickets.subject, tickets.body,
       tickets.traceparent, extract(epoch from now() - claimed.run_at)::float8 as due_seconds,
       coalesce(done.steps, '') as steps_done,
       light_reached.run_at::text as light_run_at, light_reached.id as light_id,
       bulk_reached.run_at::text as bulk_run_at, bulk_reached.id as bulk_id, (select turn from next) as next_turn
from claimed
join tickets on tickets.number = claimed.ticket_number
left join steps_done(array(select id from chosen)) as done on done.job_id = claimed.id
cross join gate
left join probe on probe.probe_job = claimed.id
left join (select run_at, id from light order by run_at desc, id desc limit 1) as light_reached on true
left join (
  select run_at, id
  from (select run_at, id from bulk_share union all select run_at, id from bulk_rest) as taken
  order by run_at desc, id desc
  limit 1
) as bulk_reached on true
order by claimed.id
