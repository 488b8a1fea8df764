-- How long the queue is: for the place of a new ticket, for the limit of the queue, and, beside the number of the newest
-- job, for how fast it drains. Counting stops where nobody needs to know more exactly, and the bean queueCount sees to it
-- that it takes no more than a hundredth of the time.
--
-- queued are all that wait, light_due and bulk_due those of them whose time has come, a lane at a time. In the order of
-- jobs_waiting, so that nothing but this index and its jobs is read, whatever the planner believes.
-- newest_job is read from the sequence: the number of a job that was accepted since may be in it and the job not yet.
select (select last_value from jobs_id_seq) as newest_job, count(*) as queued,
       count(*) filter (where due and not bulk) as light_due, count(*) filter (where due and bulk) as bulk_due
from (
  select run_at <= now() as due, bulk
  from jobs
  where state = 'queued'
  order by queued_since
  limit :#${bean:queueCount?method=most}::int
) as waiting
