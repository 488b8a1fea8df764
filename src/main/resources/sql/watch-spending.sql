-- Adds up what the provider has cost, and closes its gate when a budget of ours is spent, until the day or the month (UTC)
-- is over; opens it when it is not spent any more, because it was raised or a new day began. Once a minute, whatever the
-- number of results: read are those since the last look, by primary key, and a row for each day of the month.
--
-- fresh: the order lets the planner walk the primary key from the mark, where it would else guess at a third of the table.
-- Rows without a job are sums of what was counted long ago (delete-old-jobs.sql).
-- settled: ids are given before commits, so a result may show up after one with a higher id. What is younger than a minute
-- is looked at, and counted into the totals next time; a save that takes longer than that would not be counted. A sum does
-- not settle anything: it has a new id and the day of what it sums, so that it looks old beside a save that is under way.
-- moved, added: of two processes that look at once the second finds the mark moved, and adds nothing.
-- spent: the totals as they were before this statement, and all that is fresh.
-- gate: all gates alike, since what the fallback costs is in the sum. They are written only when something changes. A budget that is spent is stronger than all else, since waiting does not
-- help; open-gate.sql and close-gate.sql leave it alone until its time is over.
with calendar as materialized (
  select :#${bean:spending?method=dayUsd}::numeric as day_usd, :#${bean:spending?method=monthUsd}::numeric as month_usd,
         utc::date as today, date_trunc('month', utc)::date as first_of_month,
         (date_trunc('day', utc) + interval '1 day') at time zone 'UTC' as midnight,
         (date_trunc('month', utc) + interval '1 month') at time zone 'UTC' as end_of_month
  from (select now() at time zone 'UTC' as utc) as clock
), seen as materialized (
  select coalesce((select last_run from provider_spending_mark), 0) as last_run
), fresh as materialized (
  select id, job_id, created_at, (created_at at time zone 'UTC')::date as day, case when job_id is null then 0 else cost_usd end as cost_usd
  from ai_runs
  where id > (select last_run from seen)
  order by id
  limit 1000000
), settled as materialized (
  select max(id) as last_run
  from fresh
  where created_at < now() - interval '1 minute' and job_id is not null
), moved as (
  insert into provider_spending_mark (last_run)
  select last_run
  from settled
  where last_run is not null
  on conflict (one_row) do update
    set last_run = excluded.last_run
    where provider_spending_mark.last_run = (select last_run from seen)
  returning last_run
), added as (
  insert into provider_spending (day, cost_usd)
  select day, sum(cost_usd)
  from fresh
  where id <= (select last_run from moved)
  group by day
  on conflict (day) do update
    set cost_usd = provider_spending.cost_usd + excluded.cost_usd
), spent as materialized (
  select coalesce(sum(cost_usd) filter (where day = today), 0) as day, coalesce(sum(cost_usd), 0) as month
  from (select day, cost_usd from provider_spending union all select day, cost_usd from fresh) as each
  cross join calendar
  where day >= first_of_month
), verdict as materialized (
  select case when month >= month_usd then 'month' when day >= day_usd then 'day' end as budget,
         case when month >= month_usd then end_of_month when day >= day_usd then midnight end as until,
         case
           when month >= month_usd then format(
             'the budget of the month is spent, %s of %s US dollars: it goes on next month (UTC), or when PROVIDER_BUDGET_MONTH_USD is raised',
             round(month, 4), month_usd)
           when day >= day_usd then format(
             'the budget of the day is spent, %s of %s US dollars: it goes on at midnight (UTC), or when PROVIDER_BUDGET_DAY_USD is raised',
             round(day, 4), day_usd)
         end as told
  from spent, calendar
), gate as (
  update provider_gate
  set reason = case when verdict.budget is not null then 'provider_blocked' end,
      until = verdict.until, budget = verdict.budget, told = verdict.told, hint = null, probe_until = null,
      probe_job = null, probe_delivery = null,
      consecutive = case when verdict.budget is null then 0 else greatest(1, provider_gate.consecutive) end,
      closed_at = case when verdict.budget is not null then coalesce(provider_gate.closed_at, now()) end
  from verdict
  where (provider_gate.budget, case when provider_gate.budget is not null then provider_gate.until end)
      is distinct from (verdict.budget, verdict.until)
  returning provider_gate.provider
)
select spent.day as day_usd, spent.month as month_usd, verdict.budget, verdict.told, exists (select from gate) as changed
from spent, verdict
