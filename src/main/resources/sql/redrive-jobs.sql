-- Redrives jobs: a dead letter or a failed job is queued again with its attempts at 0. Finished steps and the history
-- stay; the error lives on in the history and in the audit. This is the only statement that does so, for both who ask: a
-- person who names one job (jobId), and housekeeping, which names none: then it is the turn of the redrives under way.
--
-- Of several who ask for one job at once the first wins; the others see what it made. A job and its item change in one
-- commit, so whoever is killed leaves each job either waiting for its turn or sent, and another process goes on.
--
-- gate: while the provider's gate is closed nothing is sent. But when its time is over and no job is there that could
-- look whether it can be opened again, one is sent to look.
-- batch: its lock keeps its pace when several processes do this. What was not sent while nobody could, by a pause, a
-- stop or a closed gate, is not made up for: the next job was due half a second ago at the most.
-- wanted: locked in the order of the ids, so that this never waits in a ring with another.
-- chosen: a job that had another life since its redrive began, or was discarded since, is left as it is.
-- settled: a job is pending in one redrive only, so its id is enough. any(array(..)), here and above: the planner takes the
-- array for a handful of ids, whatever the size of the redrive.
-- locked_by, lease_until: null already in the row that is redriven. But when this waited for the write that sets the job
-- aside, PostgreSQL first tries the update on the row as it was before, and checks the constraints of that.
with gate as materialized (
  select reason is null as open,
         reason is not null and until <= now() and coalesce(least(
           (select run_at from jobs where state = 'queued' and not has_results and losses < 2 and not bulk
            order by run_at, id limit 1),
           (select run_at from jobs where state = 'queued' and not has_results and losses < 2 and bulk
            order by run_at, id limit 1),
           (select run_at from jobs where state = 'queued' and has_results and losses < 2 order by run_at, id limit 1),
           (select run_at from jobs where state = 'queued' and losses >= 2 order by run_at, id limit 1)) > now(), true)
           as lacks_a_probe
  from provider_gate
  where provider = 'default'
), batch as materialized (
  select redrives.id, redrives.operator, redrives.reason, redrives.rate, redrives.started_at,
         greatest(redrives.next_at, now() - interval '500 milliseconds') as next_at,
         case when gate.open then
           1 + floor(least(extract(epoch from now() - redrives.next_at), 0.5) * redrives.rate)::int
         else 1 end as room
  from redrives
  cross join gate
  where redrives.state = 'running' and redrives.next_at <= now() and (gate.open or gate.lacks_a_probe)
    and :#${variable.jobId}::bigint is null
  order by redrives.id
  for update of redrives skip locked
), item as materialized (
  select batch.id as redrive_id, next.job_id
  from batch
  cross join lateral (
    select job_id
    from redrive_items
    where redrive_id = batch.id and state = 'pending'
    order by job_id
    limit batch.room
    for update skip locked
  ) as next
), wanted as materialized (
  select id, state, attempt, last_error, finished_at, discarded_at
  from jobs
  where id = any (array(select :#${variable.jobId}::bigint union all select job_id from item))
  order by id
  for update
), chosen as materialized (
  select wanted.*, item.redrive_id, coalesce(batch.operator, :#${variable.operator}::text, 'anyone') as operator,
         coalesce(batch.reason, :#${variable.reason}::text) as reason
  from wanted
  left join item on item.job_id = wanted.id
  left join batch on batch.id = item.redrive_id
  where batch.id is null
    or (wanted.finished_at <= batch.started_at and coalesce(wanted.discarded_at, '-infinity') <= batch.started_at)
), redriven as (
  update jobs
  set state = 'queued', locked_by = null, lease_until = null, attempt = 0, waits = 0, run_at = now(),
      queued_since = now(), last_error = null, failed_step = null, finished_at = null,
      discarded_at = null, discarded_by = null, discard_reason = null,
      has_results = exists (select from ai_runs where job_id = jobs.id)
  from chosen
  where jobs.id = chosen.id and chosen.state in ('dead_letter', 'failed')
  returning jobs.id, chosen.attempt, chosen.last_error, chosen.redrive_id, chosen.operator, chosen.reason
), noted as (
  insert into audit (operator, action, job_id, reason, details)
  select operator, 'job_retried', id, reason,
         jsonb_strip_nulls(jsonb_build_object('redrive', redrive_id, 'attempts', attempt, 'last_error', last_error))
  from redriven
  order by id
), settled as (
  update redrive_items
  set state = case when job_id in (select id from redriven) then 'retried'
                   when job_id in (select id from wanted) then 'skipped'
                   else 'failed' end,
      at = now()
  where job_id = any (array(select job_id from item)) and state = 'pending'
  returning redrive_id, state
), progress as (
  select batch.id, batch.room, batch.rate, batch.next_at, count(settled.state) as settled,
         count(*) filter (where settled.state = 'retried') as retried,
         count(*) filter (where settled.state = 'skipped') as skipped,
         count(*) filter (where settled.state = 'failed') as failed
  from batch
  left join settled on settled.redrive_id = batch.id
  group by batch.id, batch.room, batch.rate, batch.next_at
), advanced as (
  update redrives
  set retried = redrives.retried + progress.retried, skipped = redrives.skipped + progress.skipped,
      failed = redrives.failed + progress.failed,
      next_at = progress.next_at + progress.retried / progress.rate * interval '1 second',
      state = case when progress.settled < progress.room then 'done' else redrives.state end,
      ended_at = case when progress.settled < progress.room then now() end
  from progress
  where redrives.id = progress.id
)
select wanted.id, wanted.state, redriven.id is not null as done, redriven.redrive_id
from wanted
left join redriven on redriven.id = wanted.id
