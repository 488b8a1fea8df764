-- Lets events that could not be delivered wait in the table for their next attempt; nothing is held meanwhile. Those that
-- end at the same time share a commit (group-sql). Fenced by the delivery; no result comes back for a row whose lease has
-- passed on.
--
-- lease: locked in the order of the ids, so that two batches never wait for each other in a ring.
with given as materialized (
  select *
  from unnest(
    :#${variable.event.id}::bigint[], :#${variable.event.delivery}::int[], :#${variable.outcome.status}::int[],
    :#${variable.outcome.error}::text[], :#${variable.outcome.waitMillis}::bigint[]
  ) with ordinality as given (event_row, token, status, error, wait_millis, ordinality)
), lease as materialized (
  select id, delivery
  from outbox
  where id = any (array(select event_row from given))
    and ((id, delivery) in (select event_row, token from given)) is true and state = 'waiting'
  order by id
  for no key update
), held as materialized (
  select distinct on (given.event_row) given.*
  from given
  join lease on lease.id = given.event_row and lease.delivery = given.token
  order by given.event_row, given.ordinality
)
update outbox
set locked_by = null, due_at = now() + held.wait_millis * interval '1 millisecond', last_status = held.status,
    last_error = held.error
from held
where outbox.id = held.event_row
returning held.ordinality, outbox.id
