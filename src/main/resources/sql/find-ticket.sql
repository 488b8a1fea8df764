-- The job that this actor's key already has, in the columns of accept-ticket.sql. For an actor who sends too fast: a replay is
-- answered all the same (contract 9), everything else is refused without having been written. One look-up in the index
-- jobs_idempotency_key. A twin that is not committed yet is not seen and not waited for: whoever sent it is told to come again.
select id, ticket_number, state, request_sha256, false as is_new
from jobs
where actor = :#${variable.request.actor} and idempotency_key = :#${variable.idempotencyKey}
