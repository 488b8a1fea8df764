-- Renews the leases of all jobs that this worker holds, in one statement. A job that does not come back is lost: its
-- lease ended and somebody else claimed it, or a person cancelled it.
-- The rows are locked in the order of their ids, so that two multi-row statements cannot block each other.
with held as materialized (
  select jobs.id
  from unnest(:#${body.ids}::bigint[], :#${body.deliveries}::int[]) as mine (id, delivery)
  join jobs using (id, delivery)
  where jobs.state = 'running'
  order by jobs.id
  for update of jobs
)
update jobs
set lease_until = now() + :#${properties:lease.seconds}::numeric * interval '1 second'
from held
where jobs.id = held.id
returning jobs.id, jobs.delivery
