-- Finds the tickets that keys stand for, when there is no room for new ones: a replay always succeeds (contract 9). Those
-- that are looked for at the same time share a statement (group-sql). "limit 1" makes it one look-up in the index for
-- each row, as in accept-ticket.sql.
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
