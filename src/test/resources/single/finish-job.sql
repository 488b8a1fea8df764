-- Ends a delivery well: the job succeeded. Fenced by the delivery; no row comes back when the lease is lost.
--
-- slot: a probe that had no step left asked nobody, so the gate has been closed since before it was claimed. It makes
-- room for a probe that asks, which otherwise would come only when the time of this one is over.
with done as (
  update jobs
  set state = 'succeeded', locked_by = null, lease_until = null, last_error = null, waits = 0, losses = 0, finished_at = now()
  where id = :#${variable.job.id}::bigint and delivery = :#${variable.job.delivery}::int and state = 'running'
  returning id, ticket_number, delivery, attempt, started_at
), history as (
  insert into deliveries (job_id, delivery, attempt, worker, started_at, ended_at, outcome)
  select id, delivery, attempt, :#${variable.job.worker}::text, started_at, now(), 'succeeded'
  from done
), slot as (
  update provider_gate
  set probe_until = null
  from done
  where :#${variable.job.probe}::boolean and probe_job = done.id and probe_delivery = done.delivery
), told as (
  insert into outbox (channel, kind, job_id, ticket_number)
  select 'webhook', 'job.succeeded', id, ticket_number
  from done
)
select id from done
