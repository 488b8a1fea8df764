-- How many jobs somebody works on: a worker that lives renews its leases, so a lease that ended is nobody's.
-- clock_timestamp() and not now(): this is asked again and again within one transaction, in which now() stands still.
select count(*)
from jobs
where state = 'running' and lease_until >= clock_timestamp()
