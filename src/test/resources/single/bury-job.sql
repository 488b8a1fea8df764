-- Ends a job that a person has to look at: dead_letter (may have worked later, but attempts or patience are used up) or
-- failed (cannot work). Results and history stay. Fenced by the delivery; no row comes back when the lease is lost.
with buried as (
  update jobs
  set state = :#${body.outcome}::text, locked_by = null, lease_until = null, waits = 0, losses = 0,
      last_error = :#${body.error}::text, failed_step = :#${body.step}::text, finished_at = now()
  where id = :#${variable.job.id}::bigint and delivery = :#${variable.job.delivery}::int and state = 'running'
  returning id, ticket_number, delivery, attempt, started_at
), history as (
  insert into deliveries (job_id, delivery, attempt, worker, started_at, ended_at, outcome, step, status, error)
  select id, delivery, attempt, :#${variable.job.worker}::text, started_at, now(),
         :#${body.outcome}::text, :#${body.step}::text, :#${body.status}::int, :#${body.error}::text
  from buried
), slot as (
  update provider_gate
  set probe_until = null
  from buried
  where probe_job = buried.id and probe_delivery = buried.delivery
), told as (
  insert into outbox (channel, kind, job_id, ticket_number, job_error)
  select 'webhook', 'job.' || :#${body.outcome}::text, id, ticket_number, :#${body.error}::text
  from buried
)
select id from buried
