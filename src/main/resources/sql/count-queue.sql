-- How many jobs are due, for the place of a new ticket in the queue. Counting stops at 10 000: nobody needs to know
-- more exactly, and the count must cost little however long the queue is.
select count(*)::int as queued
from (
  select
  from jobs
  where state = 'queued' and run_at <= now()
  limit 10000
) as due
