-- What stands in the database and is the same whichever process is asked, in numbers: how it stands with the provider's
-- gate, with the leases of the jobs that are worked on (few, and found by their index: a job has a lease while it runs), and
-- with the webhooks.
select gate.reason, greatest(0, coalesce(extract(epoch from gate.until - now()), 0))::float8 as gate_seconds_left,
       gate.consecutive as gate_closings,
       coalesce(extract(epoch from now() - leases.oldest_start), 0)::float8 as oldest_running_seconds,
       greatest(0, coalesce(extract(epoch from now() - leases.first_end), 0))::float8 as lease_overdue_seconds,
       greatest(0, coalesce(extract(epoch from now() - webhooks.first_due), 0))::float8 as webhook_overdue_seconds,
       webhooks.set_aside as webhook_dead_letters
from provider_gate as gate
cross join (
  select min(started_at) as oldest_start, min(lease_until) as first_end
  from jobs
  where lease_until is not null
) as leases
cross join (
  select (select min(due_at) from outbox where channel = 'webhook' and state = 'waiting') as first_due,
         (select count(*) from (select from outbox where state = 'dead_letter' and channel = 'webhook' limit 1000) as counted) as set_aside
) as webhooks
where gate.provider = 'default'
