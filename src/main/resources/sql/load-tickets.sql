-- Accepts a batch of sample tickets: the rows of accept-ticket.sql, a thousand at a time and without keys. A test
-- compares the two.
with given as materialized (
  select nextval('ticket_numbers') as number, customer_id, subject, body, metadata, actor, fingerprint
  from unnest(?::text[], ?::text[], ?::text[], ?::text[], ?::text[], ?::text[])
    as ticket (customer_id, subject, body, metadata, actor, fingerprint)
), job as (
  insert into jobs (ticket_number, actor, request_sha256)
  select number, actor, fingerprint
  from given
  order by number
  returning id, ticket_number
), ticket as (
  insert into tickets (number, customer_id, subject, body, metadata)
  select number, customer_id, subject, body, metadata::jsonb
  from given
)
select min(id), max(id), min(ticket_number), max(ticket_number)
from job
