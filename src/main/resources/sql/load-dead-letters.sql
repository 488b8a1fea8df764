-- Writes a batch of sample jobs that were set aside, each with its ticket, its history and the results that it had.
--
-- They come as one JSON array, because a history has as many lines as it needs. Moments come in milliseconds before
-- now: what now is the database's clock says, as everywhere.
with given as materialized (
  select nextval('ticket_numbers') as number, letter, now() as present
  from jsonb_array_elements(?::jsonb) as letters (letter)
), job as (
  insert into jobs
    (ticket_number, actor, request_sha256, state, attempt, delivery, run_at, started_at, last_error, failed_step,
     has_results, losses, created_at, queued_since, finished_at)
  select number, letter #>> '{request,actor}', letter #>> '{request,fingerprint}', letter ->> 'state',
         (letter ->> 'attempt')::int, (letter ->> 'attempt')::int,
         present - (letter ->> 'due_ago')::bigint * interval '1 millisecond',
         present - (letter ->> 'started_ago')::bigint * interval '1 millisecond',
         letter ->> 'last_error', letter ->> 'failed_step', (letter ->> 'has_results')::boolean,
         (select count(*) from jsonb_array_elements(letter -> 'deliveries') as line where line ->> 'outcome' = 'lost'),
         present - (letter ->> 'created_ago')::bigint * interval '1 millisecond',
         present - (letter ->> 'created_ago')::bigint * interval '1 millisecond',
         present - (letter ->> 'finished_ago')::bigint * interval '1 millisecond'
  from given
  order by number
  returning id, ticket_number
), ticket as (
  insert into tickets (number, customer_id, subject, body, metadata, team, priority, draft_reply, created_at)
  select number, letter #>> '{request,customer_id}', letter #>> '{request,subject}', letter #>> '{request,body}',
         (letter #>> '{request,metadata_json}')::jsonb, letter ->> 'team', (letter ->> 'priority')::smallint,
         letter ->> 'draft_reply', present - (letter ->> 'created_ago')::bigint * interval '1 millisecond'
  from given
), history as (
  insert into deliveries
    (job_id, delivery, attempt, worker, started_at, ended_at, outcome, step, status, error, wait_reason, waits_until)
  select job.id, line.delivery, line.delivery, line.worker,
         present - line.started_ago * interval '1 millisecond', present - line.ended_ago * interval '1 millisecond',
         line.outcome, line.step, line.status, line.error, line.wait_reason,
         present - line.waits_until_ago * interval '1 millisecond'
  from given
  join job on job.ticket_number = given.number
  cross join lateral jsonb_to_recordset(letter -> 'deliveries') as line (
    delivery int, worker text, started_ago bigint, ended_ago bigint, outcome text, step text, status int, error text,
    wait_reason text, waits_until_ago bigint)
), result as (
  insert into ai_runs
    (job_id, task, output, model, prompt_tokens, completion_tokens, cost_usd, delivery, created_at)
  select job.id, run.task, run.output::jsonb, run.model, run.prompt_tokens, run.completion_tokens, run.cost_usd,
         run.delivery, present - run.created_ago * interval '1 millisecond'
  from given
  join job on job.ticket_number = given.number
  cross join lateral jsonb_to_recordset(letter -> 'results') as run (
    task text, output text, model text, prompt_tokens int, completion_tokens int, cost_usd numeric, delivery int,
    created_ago bigint)
  order by job.id, run.created_ago desc
)
select min(id), max(id), min(ticket_number), max(ticket_number)
from job
