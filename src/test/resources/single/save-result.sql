-- Saves the result of one step, once, and puts it on the ticket.
--
-- lease: only the delivery that holds the job may write (contract 18). for share keeps the job from being claimed by
-- another between this check and the commit. No row comes back when the lease is lost.
-- run: the unique index ai_runs_one_per_job_task lets the first result win; then the ticket is touched only by the
-- statement that really added it (contract 14).
with result as materialized (
  select :#${variable.step}::text as task, :#${body.output}::jsonb as output, :#${body.model}::text as model,
         :#${body.promptTokens}::int as prompt_tokens, :#${body.completionTokens}::int as completion_tokens,
         :#${body.costUsd}::numeric as cost_usd, :#${body.team}::text as team, :#${body.priority}::smallint as priority,
         :#${body.draftReply}::text as draft_reply, :#${body.vector}::bytea as vector
), lease as materialized (
  select id, ticket_number, delivery
  from jobs
  where id = :#${variable.job.id}::bigint and delivery = :#${variable.job.delivery}::int and state = 'running'
  for share
), run as (
  insert into ai_runs (job_id, task, output, model, prompt_tokens, completion_tokens, cost_usd, delivery)
  select lease.id, task, output, model, prompt_tokens, completion_tokens, cost_usd, lease.delivery
  from lease, result
  on conflict (job_id, task) where job_id is not null do nothing
  returning job_id
), ticket as (
  update tickets
  set team = coalesce(result.team, tickets.team),
      priority = coalesce(result.priority, tickets.priority),
      draft_reply = coalesce(result.draft_reply, tickets.draft_reply)
  from lease
  join run on run.job_id = lease.id
  cross join result
  where tickets.number = lease.ticket_number
    and (result.team is not null or result.draft_reply is not null)
), embedding as (
  insert into ticket_embeddings (ticket_number, model, vector)
  select lease.ticket_number, result.model, result.vector
  from lease
  join run on run.job_id = lease.id
  cross join result
  where result.vector is not null
  on conflict (ticket_number) do nothing
)
select exists (select from run) as saved
from lease
