-- Sends webhooks that were set aside again, the oldest first, so many that it is a short statement; whoever wants all asks
-- again while some are left. Who did it and why stands in the audit, once.
with wanted as materialized (
  select id
  from outbox
  where channel = 'webhook' and state = 'dead_letter'
  order by id
  limit 1000
  for update skip locked
), again as (
  update outbox
  set state = 'waiting', attempt = 0, due_at = now(), ended_at = null
  where id = any (array(select id from wanted))
  returning id
), noted as (
  insert into audit (operator, action, subject, reason, details)
  select coalesce(:#${variable.operator}::text, 'anyone'), 'webhooks_retried',
         'webhooks ' || min(id) || ' to ' || max(id), :#${variable.reason}::text, jsonb_build_object('count', count(*))
  from again
  having count(*) > 0
)
select json_build_object(
  'retried', (select count(*) from again),
  'left', (select count(*) from (
    select from outbox
    where channel = 'webhook' and state = 'dead_letter' and id <> all (array(select id from wanted))
    limit 10000) as counted)
)::text as json
