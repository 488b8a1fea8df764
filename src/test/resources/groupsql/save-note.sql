-- Saves notes, each id once. The lock lets a test hold a statement back.
with given as materialized (
  select * from unnest(
    :#${body[id]}::bigint[],
    :#${body[text]}::text[]
  ) with ordinality as given (id, text, ordinality)
), written as (
  insert into notes (id, text)
  select id, text from given order by id
  on conflict (id) do nothing
  returning id, text
)
select given.ordinality, written.id, written.text, pg_current_xact_id()::text as transaction
from given
join written using (id)
