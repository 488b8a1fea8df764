-- Deletes jobs that ended long ago, with their tickets, results and history: those of a small span of ids, so that it is a
-- short statement whatever waits to be deleted, and holds no lock that a claim or an intake would ask for. It is called
-- again from where it came to, until what it sees is too young. Several processes may do so at once: what one has locked
-- the others pass over.
--
-- span: ids rise with time, so the walk needs no index of its own. It meets what is kept (dead letters) again at every
-- round, and only looks at it. A job that was created after the time could not have ended before it: there the walk ends.
-- sums: what the results cost is kept, without a job, summed up by day, step and model (contract 13).
-- ticket: in the same statement as its job; the reference between them is checked when the statement ends.
with span as materialized (
  select id, created_at
  from jobs
  where id > :#${bean:retention?method=after}::bigint
  order by id
  limit :#${bean:retention?method=batch}::int
), ages as materialized (
  select now() - :#${bean:retention?method=days}::int * interval '1 day' as done_before,
         case when set_aside_days > 0 then now() - set_aside_days * interval '1 day' end as set_aside_before
  from (select :#${bean:retention?method=setAsideDays}::int as set_aside_days) as setting
), old as materialized (
  select id, ticket_number, state
  from jobs
  where id = any (array(select id from span))
    and (state in ('succeeded', 'cancelled') and finished_at < (select done_before from ages)
      or state in ('failed', 'dead_letter') and finished_at < (select set_aside_before from ages))
  order by id
  for update skip locked
), results as (
  delete from ai_runs
  where job_id = any (array(select id from old))
  returning task, model, runs, prompt_tokens, completion_tokens, cost_usd, created_at
), sums as (
  insert into ai_runs (task, model, runs, prompt_tokens, completion_tokens, cost_usd, created_at)
  select task, model, sum(runs), sum(prompt_tokens), sum(completion_tokens), sum(cost_usd), date_trunc('day', created_at, 'UTC')
  from results
  group by task, model, date_trunc('day', created_at, 'UTC')
), history as (
  delete from deliveries
  where job_id = any (array(select id from old))
), gone as (
  delete from jobs
  where id = any (array(select id from old))
  returning state
), ticket as (
  delete from tickets
  where number = any (array(select ticket_number from old))
), counted as (
  select count(*) filter (where state = 'succeeded') as succeeded,
         count(*) filter (where state = 'cancelled') as cancelled,
         count(*) filter (where state = 'failed') as failed,
         count(*) filter (where state = 'dead_letter') as dead_letter
  from gone
)
select counted.*, coalesce(last.id, 0) as reached,
       coalesce(last.created_at < (select greatest(done_before, set_aside_before) from ages), false) as goes_on
from counted
left join (select id, created_at from span order by id desc limit 1) as last on true
