-- Accepts tickets: key, ticket and job in one statement, so in one commit (contract 2), which those that come at the same
-- time share (group-sql). For each it says whether they are new.
--
-- For each row comes back the new job, or the job that this actor's key already has. No result for a row means that a
-- twin committed between this statement's snapshot and its insert: run it again, and the next snapshot sees the twin.
-- A twin that must wait for an unfinished first one gives up after a moment (SQL state 55P03), with all that share the
-- statement: then each row is tried by itself, and group-sql tries the twin again and again, in turn with others, until it
-- has waited for 2 s (lockPatience; contract 8). So a key that is held open holds up nobody else.
-- known: "limit 1" makes it one look-up in the index for each row. As a join, a plan that is made while the table is new
-- and empty would read all of it, and be kept while it fills.
-- numbered: of twins in the batch the first makes the ticket. The number comes first, because it ties job and ticket to
-- the row where there is no key.
-- earlier: the job by which this process knows the actor's lane, 0 when it knows none, -1 when the actor's requests under
-- way are enough (ActorShare). The lane is bulk when that job still waits. The state is fetched by a scalar subquery, which
-- is a look-up in the primary key whatever the planner knows; of "exists" it may make a hash of the whole table.
-- job: in the order of the keys, so that two batches never wait for each other. It is inserted before its ticket because
-- the key decides; the reference is checked when the statement ends.
with given as materialized (
  select *
  from unnest(
    :#${variable.request.actor}::text[], :#${variable.idempotencyKey}::text[], :#${variable.request.fingerprint}::text[],
    :#${variable.request.customerId}::text[], :#${variable.request.subject}::text[], :#${variable.request.body}::text[],
    :#${variable.request.metadataJson}::jsonb[], :#${variable.request.traceparent}::text[],
    :#${variable.earlierJob}::bigint[]
  ) with ordinality as given (
    actor, idempotency_key, request_sha256, customer_id, subject, body, metadata, traceparent, earlier, ordinality)
), patience as materialized (
  select set_config('lock_timeout', '50ms', true)
), known as materialized (
  select given.ordinality, job.*
  from given
  cross join lateral (
    select id, ticket_number, state, request_sha256
    from jobs
    where actor = given.actor and idempotency_key = given.idempotency_key
    limit 1
  ) as job
), first as (
  select distinct on (actor, idempotency_key, case when idempotency_key is null then ordinality end) *
  from given
  where not exists (select from known where known.ordinality = given.ordinality)
  order by actor, idempotency_key, case when idempotency_key is null then ordinality end, ordinality
), numbered as materialized (
  select nextval('ticket_numbers') as ticket_number, in_order.*
  from (select * from first order by ordinality) as in_order
), job as (
  insert into jobs (ticket_number, actor, idempotency_key, request_sha256, bulk)
  select ticket_number, actor, idempotency_key, request_sha256,
         case when earlier > 0 then coalesce((select state from jobs where id = earlier) = 'queued', false)
              else coalesce(earlier < 0, false) end
  from numbered
  cross join patience
  order by actor, idempotency_key, ordinality
  on conflict (actor, idempotency_key) where idempotency_key is not null do nothing
  returning id, ticket_number, state, request_sha256, bulk
), ticket as (
  insert into tickets (number, customer_id, subject, body, metadata, traceparent)
  select ticket_number, customer_id, subject, body, metadata, traceparent
  from job
  join numbered using (ticket_number)
)
select numbered.ordinality, job.id, job.ticket_number, job.state, job.request_sha256, true as is_new, job.bulk
from job
join numbered using (ticket_number)
union all
select given.ordinality, job.id, job.ticket_number, job.state, job.request_sha256, false, job.bulk
from job
join numbered using (ticket_number)
join given on given.actor = numbered.actor and given.idempotency_key = numbered.idempotency_key
  and given.ordinality <> numbered.ordinality
union all
select ordinality, id, ticket_number, state, request_sha256, false, false
from known
