-- One ticket as people see it (contract 31), as the JSON that is sent. The embedding is named, not sent: nobody reads
-- 384 numbers. Times are UTC.
select json_build_object(
  'ticket_id', 'T-' || tickets.number,
  'customer_id', tickets.customer_id,
  'subject', tickets.subject,
  'body', tickets.body,
  'metadata', tickets.metadata,
  'team', tickets.team,
  'priority', tickets.priority,
  'draft_reply', tickets.draft_reply,
  'embedding', (select 'vector ' || model from ticket_embeddings where ticket_number = tickets.number),
  'created_at', to_char(tickets.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
  'job', json_build_object('job_id', jobs.id, 'state', jobs.state),
  'links', json_build_object('self', '/v1/tickets/T-' || tickets.number, 'job', '/v1/jobs/' || jobs.id)
)::text as json
from tickets
join jobs on jobs.ticket_number = tickets.number
where tickets.number = :#${variable.ticketNumber}::bigint
