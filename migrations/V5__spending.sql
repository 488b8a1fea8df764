-- What the provider has cost, and the budget that closes its gate.

-- The sum of a day, so that nobody adds up the results of a month. Not written by the statement that saves a result: all
-- savers would wait for the same row. Not an index on ai_runs (created_at) either, which each result would have to pay
-- for: ids rise with time, so whoever looks adds up what came since the last look (watch-spending.sql).
create table provider_spending (
  day      date          primary key,
  cost_usd numeric(20,9) not null
);
comment on table provider_spending is 'What the results of a day (UTC) cost, as far as they are counted.';

create table provider_spending_mark (
  one_row  boolean primary key default true constraint provider_spending_mark_one_row check (one_row),
  last_run bigint  not null
);
comment on column provider_spending_mark.last_run is
  'The latest of ai_runs that is counted. No row: none is, which is how it begins when the tables are emptied.';

-- What is there already. It takes about a second for each million results, once.
insert into provider_spending (day, cost_usd)
select (created_at at time zone 'UTC')::date, sum(cost_usd)
from ai_runs
group by 1;
insert into provider_spending_mark (last_run)
select max(id)
from ai_runs
having max(id) is not null;

alter table provider_gate
  add column budget text
    constraint provider_gate_budget check (budget in ('day', 'month')),
  add constraint provider_gate_budget_blocks check (budget is null or reason is not distinct from 'provider_blocked');
comment on column provider_gate.budget is
  'Which budget of ours is spent, when that is what keeps the gate closed and not the provider.';
