-- Accepts a ticket: key, ticket and job in one statement, so in one commit (contract 2), and says whether they are new.
--
-- One row comes back: the new job, or the job that this actor's key already has. No row means that a twin committed
-- between this statement's snapshot and its insert: run it again, and the next snapshot sees the twin.
-- The job is inserted before its ticket because the key decides; the reference is checked when the statement ends.
-- A twin that must wait for an unfinished first one gives up after 2 s (SQL state 55P03, contract 8). The limit is set
-- inside the statement and ends with it: a pooler in transaction mode has no session to set it in.
with patience as materialized (
  select set_config('lock_timeout', '2s', true)
), known as materialized (
  select id, ticket_number, state, request_sha256
  from jobs
  where actor = :#${variable.request.actor}::text
    and idempotency_key = :#${variable.idempotencyKey}::text
), job as (
  insert into jobs (ticket_number, actor, idempotency_key, request_sha256)
  select nextval('ticket_numbers'), :#${variable.request.actor}::text, :#${variable.idempotencyKey}::text,
         :#${variable.request.fingerprint}::text
  from patience
  where not exists (select from known)
  on conflict (actor, idempotency_key) where idempotency_key is not null do nothing
  returning id, ticket_number, state, request_sha256
), ticket as (
  insert into tickets (number, customer_id, subject, body, metadata, traceparent)
  select ticket_number, :#${variable.request.customerId}::text, :#${variable.request.subject}::text,
         :#${variable.request.body}::text, :#${variable.request.metadataJson}::jsonb,
         :#${variable.request.traceparent}::text
  from job
)
select id, ticket_number, state, request_sha256, true as is_new from job
union all
select id, ticket_number, state, request_sha256, false from known
