-- Ends deliveries well: their jobs succeeded. Those that end at the same time share a commit (group-sql). Fenced by the
-- delivery; no result comes back for a row whose lease is lost.
--
-- lease: locked in the order of the ids, so that this never waits in a ring with a renewal or another batch.
-- held: a delivery ends once; who says so a second time in a batch comes too late.
-- slot: a probe that still has its place at the gate asked nobody, or its word comes just now. It makes room for one that
-- asks, which otherwise would come only when the time of this one is over. Its own word counts until then.
-- told: an event for each channel that is told of it; mostly there is none, and no row is written.
with given as materialized (
  select *
  from unnest(
    :#${variable.job.id}::bigint[], :#${variable.job.delivery}::int[], :#${variable.job.worker}::text[],
    :#${variable.job.probe}::boolean[]
  ) with ordinality as given (job_id, delivery, worker, probe, ordinality)
), lease as materialized (
  select id, delivery
  from jobs
  where id = any (array(select job_id from given))
    and ((id, delivery) in (select job_id, delivery from given)) is true and state = 'running'
  order by id
  for no key update
), held as materialized (
  select distinct on (given.job_id) given.*
  from given
  join lease on lease.id = given.job_id and lease.delivery = given.delivery
  order by given.job_id, given.ordinality
), done as (
  update jobs
  set state = 'succeeded', locked_by = null, lease_until = null, last_error = null, waits = 0, losses = 0, finished_at = now()
  from held
  where jobs.id = held.job_id
  returning jobs.id, jobs.ticket_number, jobs.delivery, jobs.attempt, jobs.started_at, held.worker, held.probe, held.ordinality
), history as (
  insert into deliveries (job_id, delivery, attempt, worker, started_at, ended_at, outcome)
  select id, delivery, attempt, worker, started_at, now(), 'succeeded'
  from done
), slot as (
  update provider_gate
  set probe_until = null
  from done
  where done.probe and probe_job = done.id and probe_delivery = done.delivery
), told as (
  insert into outbox (channel, kind, job_id, ticket_number)
  select channel, 'job.succeeded', done.id, done.ticket_number
  from done, unnest(string_to_array(:#${properties:outbox.succeeded}::text, ',')) as channel
)
select ordinality, id from done
