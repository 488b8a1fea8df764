-- Sets aside the jobs that have waited for too long, whatever they waited for: nothing waits unseen for ever (contract
-- 28). In batches, so that an outage of a day does not end in one long statement. Whoever is told of it has an event in the
-- outbox.
with old as materialized (
  select id, wait_reason
  from jobs
  where state = 'queued' and queued_since < now() - :#${properties:job.max.age.seconds}::numeric * interval '1 second'
  order by queued_since
  limit 500
  for update skip locked
), buried as (
  update jobs
  set state = 'dead_letter', wait_reason = null, waiting_since = null, waits = 0, finished_at = now(),
      last_error = 'TooOld: not done after ' || :#${properties:job.max.age.seconds} || ' s'
        || coalesce('; it was waiting (' || replace(old.wait_reason, '_', ' ') || ')', '')
        || coalesce('; before that: ' || jobs.last_error, '')
  from old
  where jobs.id = old.id
  returning jobs.id, jobs.ticket_number, jobs.delivery, jobs.attempt, jobs.last_error
), told as (
  insert into outbox (channel, kind, job_id, ticket_number, job_error)
  select channel, 'job.dead_letter', id, ticket_number, last_error
  from buried, unnest(string_to_array(:#${properties:outbox.dead.letter}::text, ',')) as channel
)
select id, ticket_number, delivery, attempt from buried
