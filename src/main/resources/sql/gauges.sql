-- What stands in the database and is the same whichever process is asked, in numbers: how it stands with the gates
-- of the providers, with the leases of the jobs that are worked on (few, and found by their index: a job has a lease while it runs),
-- with the queue, with the webhooks, and with what was set aside. Counting stops at 100 000 of each: nobody needs to know more exactly, and a
-- look must cost little however much there is. What is done is not counted at all; the counters of the processes tell it.
--
-- queued: a job that is due but held back waits for the gate that is looked at first, as overview.sql has it.
-- fallback: all null while no worker has one.
with gate as materialized (
  select provider, reason, consecutive, until,
         greatest(0, coalesce(extract(epoch from until - now()), 0))::float8 as seconds_left
  from provider_gate
  where in_use_until is null or in_use_until > now()
), held as materialized (
  select reason
  from gate
  order by reason is not null, until
  limit 1
), queued as materialized (
  select reason, count(*) as jobs
  from (
    select case when jobs.run_at > now() then coalesce(jobs.wait_reason, 'retry') else coalesce(held.reason, 'due') end as reason
    from jobs
    cross join held
    where jobs.state = 'queued'
    limit 100000
  ) as some_queued
  group by reason
), oldest as materialized (
  select queued_since
  from jobs
  where state = 'queued'
  order by queued_since
  limit 1
), aside as materialized (
  select state, count(*) as jobs
  from (
    select state
    from jobs
    where state in ('dead_letter', 'failed') and discarded_at is null
    limit 100000
  ) as some_aside
  group by state
), leases as materialized (
  select count(*) as jobs, min(started_at) as oldest_start, min(lease_until) as first_end
  from jobs
  where lease_until is not null
), webhooks as materialized (
  select (select min(due_at) from outbox where channel = 'webhook' and state = 'waiting') as first_due,
         (select count(*)
          from (select from outbox where channel = 'webhook' and state = 'dead_letter' limit 100000) as some_dead) as dead
)
select gate.reason as gate_reason, gate.seconds_left as gate_seconds_left, gate.consecutive as gate_closings,
       fallback.reason as fallback_gate_reason, fallback.seconds_left as fallback_gate_seconds_left,
       fallback.consecutive as fallback_gate_closings,
       coalesce(extract(epoch from now() - leases.oldest_start), 0)::float8 as oldest_running_seconds,
       greatest(0, coalesce(extract(epoch from now() - leases.first_end), 0))::float8 as lease_overdue_seconds,
       greatest(0, coalesce(extract(epoch from now() - (select queued_since from oldest)), 0))::float8 as oldest_queued_seconds,
       greatest(0, coalesce(extract(epoch from now() - webhooks.first_due), 0))::float8 as webhook_overdue_seconds,
       webhooks.dead as webhook_dead_letters,
       leases.jobs as running,
       coalesce((select jobs from queued where reason = 'due'), 0) as queued_due,
       coalesce((select jobs from queued where reason = 'retry'), 0) as queued_retry,
       coalesce((select jobs from queued where reason = 'rate_limited'), 0) as queued_rate_limited,
       coalesce((select jobs from queued where reason = 'provider_blocked'), 0) as queued_provider_blocked,
       coalesce((select jobs from queued where reason = 'breaker_open'), 0) as queued_breaker_open,
       coalesce((select jobs from queued where reason = 'worker_lost'), 0) as queued_worker_lost,
       coalesce((select jobs from aside where state = 'failed'), 0) as failed,
       coalesce((select jobs from aside where state = 'dead_letter'), 0) as dead_letter
from gate
left join gate as fallback on fallback.provider = 'fallback'
cross join leases
cross join webhooks
where gate.provider = 'default'
