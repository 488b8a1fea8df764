-- Saves the results of steps, once each, and puts them on their tickets. Those that come at the same time share a commit
-- (group-sql); each is treated as if it came alone, in the order in which they came.
--
-- lease: only the delivery that holds a job may write (contract 18). The lock keeps the job from being claimed by another
-- between this check and the commit; it is taken in the order of the ids, so that two batches never wait for each other,
-- and it is exclusive, so that it guards the job's ticket, too. A row whose lease is lost comes back without a result.
-- run: the unique index ai_runs_one_per_job_task lets the first result win, also within the batch.
-- added: "is true" keeps it a look-up in a hash table. As a join it would be planned for one row, and compare all with all.
-- effect: two steps of one ticket may be in a batch, but an update changes a row once: what they set is put together, the
-- later one wins. Only results that were really added count (contract 14).
with given as materialized (
  select *
  from unnest(
    :#${variable.job.id}::bigint[], :#${variable.job.delivery}::int[], :#${variable.step}::text[],
    :#${body.output}::jsonb[], :#${body.model}::text[], :#${body.promptTokens}::int[], :#${body.completionTokens}::int[],
    :#${body.costUsd}::numeric[], :#${body.team}::text[], :#${body.priority}::smallint[], :#${body.draftReply}::text[],
    :#${body.vector}::text[]
  ) with ordinality as given (
    job_id, delivery, task, output, model, prompt_tokens, completion_tokens, cost_usd, team, priority, draft_reply, vector,
    ordinality)
), lease as materialized (
  select id, ticket_number, delivery
  from jobs
  where (id, delivery) in (select job_id, delivery from given) and state = 'running'
  order by id
  for no key update
), held as materialized (
  select given.*, lease.ticket_number
  from given
  join lease on lease.id = given.job_id and lease.delivery = given.delivery
), run as (
  insert into ai_runs (job_id, task, output, model, prompt_tokens, completion_tokens, cost_usd, delivery)
  select job_id, task, output, model, prompt_tokens, completion_tokens, cost_usd, delivery
  from held
  order by job_id, task, ordinality
  on conflict (job_id, task) where job_id is not null do nothing
  returning job_id, task
), added as materialized (
  select distinct on (job_id, task) *
  from held
  where ((job_id, task) in (select job_id, task from run)) is true
  order by job_id, task, ordinality
), effect as materialized (
  select ticket_number,
         (array_agg(team order by ordinality desc) filter (where team is not null))[1] as team,
         (array_agg(priority order by ordinality desc) filter (where priority is not null))[1] as priority,
         (array_agg(draft_reply order by ordinality desc) filter (where draft_reply is not null))[1] as draft_reply
  from added
  where team is not null or draft_reply is not null
  group by ticket_number
), ticket as (
  update tickets
  set team = coalesce(effect.team, tickets.team),
      priority = coalesce(effect.priority, tickets.priority),
      draft_reply = coalesce(effect.draft_reply, tickets.draft_reply)
  from effect
  where tickets.number = effect.ticket_number
), embedding as (
  insert into ticket_embeddings (ticket_number, model, vector)
  select ticket_number, model, vector::real[]
  from added
  where vector is not null
  order by ticket_number, ordinality
  on conflict (ticket_number) do nothing
)
select held.ordinality, exists (select from added where added.ordinality = held.ordinality) as saved
from held
