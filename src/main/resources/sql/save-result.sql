-- Saves the results of steps, once each, and puts them on their tickets. Those that come at the same time share a commit
-- (group-sql); each is treated as if it came alone, in the order in which they came.
--
-- lease: only the delivery that holds a job may write (contract 18). The lock keeps the job from being claimed by another
-- between this check and the commit; it is taken in the order of the ids, so that two batches never wait for each other,
-- and it is exclusive, so that it guards the job's ticket, too. A row whose lease is lost comes back without a result.
-- any(array(..)), "is true": each is a look-up, by the primary key or in a hash table. As joins they would be planned for
-- one row, and compare all with all.
-- held, first, added: only what says which row it is; the texts are fetched from given where they are written.
-- first, run: the first result of a step wins, within the batch and, by ai_runs_one_per_job_task, whoever saved it.
-- effect: two steps of one ticket may be in a batch, but an update changes a row once: what they set is put together, the
-- later one wins. Only results that were really added count (contract 14).
with given as materialized (
  select *
  from unnest(
    :#${variable.job.id}::bigint[], :#${variable.job.delivery}::int[], :#${variable.step}::text[],
    :#${body.output}::jsonb[], :#${body.model}::text[], :#${body.promptTokens}::int[], :#${body.completionTokens}::int[],
    :#${body.costUsd}::numeric[], :#${body.team}::text[], :#${body.priority}::smallint[], :#${body.draftReply}::text[],
    :#${body.vector}::bytea[]
  ) with ordinality as given (
    job_id, delivery, task, output, model, prompt_tokens, completion_tokens, cost_usd, team, priority, draft_reply, vector,
    ordinality)
), lease as materialized (
  select id, ticket_number, delivery
  from jobs
  where id = any (array(select job_id from given))
    and ((id, delivery) in (select job_id, delivery from given)) is true and state = 'running'
  order by id
  for no key update
), held as materialized (
  select given.ordinality, given.job_id, given.task, lease.ticket_number
  from given
  join lease on lease.id = given.job_id and lease.delivery = given.delivery
), first as materialized (
  select distinct on (job_id, task) *
  from held
  order by job_id, task, ordinality
), run as (
  insert into ai_runs (job_id, task, output, model, prompt_tokens, completion_tokens, cost_usd, delivery)
  select job_id, task, output, model, prompt_tokens, completion_tokens, cost_usd, delivery
  from given
  where (ordinality in (select ordinality from first)) is true
  on conflict (job_id, task) where job_id is not null do nothing
  returning job_id, task
), added as materialized (
  select *
  from first
  where ((job_id, task) in (select job_id, task from run)) is true
), effect as materialized (
  select ticket_number,
         (array_agg(team order by ordinality desc) filter (where team is not null))[1] as team,
         (array_agg(priority order by ordinality desc) filter (where priority is not null))[1] as priority,
         (array_agg(draft_reply order by ordinality desc) filter (where draft_reply is not null))[1] as draft_reply
  from added
  join given using (ordinality)
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
  select ticket_number, model, vector
  from added
  join given using (ordinality)
  where vector is not null
  order by ticket_number, ordinality
  on conflict (ticket_number) do nothing
)
select ordinality, (ordinality in (select ordinality from added)) is true as saved
from held
