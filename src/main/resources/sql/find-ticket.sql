-- Finds the jobs that keys already have, in the columns of accept-ticket.sql. For those whose new ticket would be refused,
-- because they send too fast or because there is no room: a replay is answered all the same (contract 9), everything else
-- is refused without having been written. Those that are looked for at the same time share a statement (group-sql).
-- "limit 1" makes it one look-up in the index for each row. A twin that is not committed yet is not seen and not waited
-- for: whoever sent it is told to come again.
with given as materialized (
  select *
  from unnest(:#${variable.request.actor}::text[], :#${variable.idempotencyKey}::text[])
    with ordinality as given (actor, idempotency_key, ordinality)
)
select given.ordinality, job.*, false as is_new
from given
cross join lateral (
  select id, ticket_number, state, request_sha256
  from jobs
  where actor = given.actor and idempotency_key = given.idempotency_key
  limit 1
) as job
