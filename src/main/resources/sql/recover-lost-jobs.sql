-- Takes back the jobs of lost workers: those that are running although their lease ended. Any worker may do this at any
-- time, several at once; it needs no list of workers and does nothing to a job whose lease was renewed meanwhile.
--
-- The job waits before it is claimed again, longer with every attempt, since it may be what kills its workers: nothing
-- after the first attempt, then at most 2, 4, .. s. One that lost its worker for the last time is set aside (contract 29).
-- The lost delivery is written to the history here, since nobody else is left to write it; and whoever is told of a job
-- that was set aside has an event in the outbox.
--
-- slot: a lost probe makes room for another at once, or all healthy jobs would wait for the longest time that its call could
-- have taken. Its own word counts until then, if its worker lives after all. The gate is written last, when all jobs are
-- locked that this takes back: like all others, and without waiting for a job, so no two wait in a ring.
with lost as materialized (
  select id, delivery, attempt, locked_by, started_at,
         attempt >= :#${properties:job.max.attempts}::int as for_the_last_time,
         case when attempt > 1 then
           random() * least(:#${properties:retry.base.seconds}::float8 * 2.0 ^ least(attempt - 2, 30),
                            :#${properties:retry.cap.seconds}::float8)
         else 0 end * interval '1 second' as pause
  from jobs
  where state = 'running' and lease_until < now()
  order by lease_until
  limit 1000
  for update skip locked
), history as (
  insert into deliveries (job_id, delivery, attempt, worker, started_at, ended_at, outcome, error, waits_until)
  select id, delivery, attempt, locked_by, started_at, now(), 'lost', 'WorkerLost: the lease of the worker ended',
         case when not for_the_last_time then now() + pause end
  from lost
), taken_back as (
  update jobs
  set state = case when lost.for_the_last_time then 'dead_letter' else 'queued' end,
      locked_by = null, lease_until = null,
      run_at = case when lost.for_the_last_time then jobs.run_at else now() + lost.pause end,
      wait_reason = case when not lost.for_the_last_time then 'worker_lost' end,
      waiting_since = case when not lost.for_the_last_time then now() end,
      waits = 0, losses = jobs.losses + 1,
      has_results = exists (select from ai_runs where job_id = jobs.id),
      finished_at = case when lost.for_the_last_time then now() end,
      last_error = case
        when lost.for_the_last_time and jobs.losses + 1 < lost.attempt then
          'WorkerLost: the lease of the worker ended, at the last attempt'
        when lost.for_the_last_time then 'WorkerLost: worker lost ' || lost.attempt || ' times'
        else 'WorkerLost: the lease of the worker ended' end
  from lost
  where jobs.id = lost.id
  returning jobs.id, jobs.ticket_number, jobs.delivery, jobs.attempt, jobs.state, jobs.last_error, lost.locked_by as worker
), slot as (
  update provider_gate
  set probe_until = null
  from taken_back
  where probe_job = taken_back.id and probe_delivery = taken_back.delivery
), told as (
  insert into outbox (channel, kind, job_id, ticket_number, job_error)
  select channel, 'job.dead_letter', id, ticket_number, last_error
  from taken_back, unnest(string_to_array(:#${properties:outbox.dead.letter}::text, ',')) as channel
  where state = 'dead_letter'
)
select id, ticket_number, delivery, attempt, state, worker from taken_back
