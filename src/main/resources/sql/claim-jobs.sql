-- Claims jobs for this worker, as many as it has free slots: those whose lease ended first, then those that are due.
-- A claim spends an attempt and starts a new delivery, whose number is the fencing token of all that follows.
--
-- skip locked: two claims never wait for each other and never take the same job. A row that changed after this
-- statement's snapshot is checked again under its lock, so an old version is never claimed.
-- any(array(..)): the planner takes the array for a handful of ids and walks the primary key, whatever the table's size.
-- A job that lost its worker for the last time is not claimed but buried (contract 29): it would only take the next
-- worker with it. Its lost delivery is written to the history here, since nobody else is left to write it.
with slots as materialized (
  select :#${bean:heldJobs?method=free}::int as free, :#${properties:job.max.attempts}::int as max_attempts
), lost as materialized (
  select id, delivery, attempt, locked_by, started_at
  from jobs
  where state = 'running' and lease_until < now()
  order by lease_until
  limit (select free from slots)
  for update skip locked
), due as materialized (
  select id
  from jobs
  where state = 'queued' and run_at <= now()
  order by run_at, id
  limit (select free from slots) - (select count(*) from lost)
  for update skip locked
), history as (
  insert into deliveries (job_id, delivery, attempt, worker, started_at, ended_at, outcome, error)
  select id, delivery, attempt, locked_by, started_at, now(), 'lost', 'WorkerLost: the lease of the worker ended'
  from lost
), buried as (
  update jobs
  set state = 'dead_letter', locked_by = null, lease_until = null, finished_at = now(),
      last_error = 'WorkerLost: worker lost ' || attempt || ' times'
  where id = any (array(select id from lost where attempt >= (select max_attempts from slots)))
  returning id, attempt
), claimed as (
  update jobs
  set state = 'running', attempt = attempt + 1, delivery = delivery + 1, locked_by = :#${bean:workerName?method=name}::text,
      lease_until = now() + :#${properties:lease.seconds}::numeric * interval '1 second', started_at = now(),
      wait_reason = null, waiting_since = null
  where id = any (array(
    select id from lost where attempt < (select max_attempts from slots)
    union all
    select id from due))
  returning id, ticket_number, delivery, attempt, waits, locked_by
)
select claimed.id, claimed.ticket_number, claimed.delivery, claimed.attempt, claimed.waits, claimed.locked_by as worker,
       false as buried, tickets.customer_id, tickets.subject, tickets.body,
       array_to_string(array(select task from ai_runs where job_id = claimed.id), ',') as steps_done
from claimed
join tickets on tickets.number = claimed.ticket_number
union all
select id, null, null, attempt, null, null, true, null, null, null, null
from buried
order by id
