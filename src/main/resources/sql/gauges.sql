-- What stands in the database and is the same whichever process is asked, in numbers: how it stands with the gate
-- of each provider, and with the leases of the jobs that are worked on (few, and found by their index: a job has a lease while it runs).
select gate.provider, gate.reason, greatest(0, coalesce(extract(epoch from gate.until - now()), 0))::float8 as gate_seconds_left,
       gate.consecutive as gate_closings,
       coalesce(extract(epoch from now() - leases.oldest_start), 0)::float8 as oldest_running_seconds,
       greatest(0, coalesce(extract(epoch from now() - leases.first_end), 0))::float8 as lease_overdue_seconds
from provider_gate as gate
cross join (
  select min(started_at) as oldest_start, min(lease_until) as first_end
  from jobs
  where lease_until is not null
) as leases
where gate.in_use_until is null or gate.in_use_until > now()
