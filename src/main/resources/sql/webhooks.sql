-- A page of webhooks, the latest first, with whatever filters were given, as the JSON that is sent; and how many wait and how
-- many were set aside, counted to 10 000. Paging goes by the id of the last one seen. Times are UTC.
with page as materialized (
  select *
  from outbox
  where channel = 'webhook'
    and (:#${variable.page.state}::text is null or state = :#${variable.page.state}::text)
    and (:#${variable.wantedJob}::bigint is null or job_id = :#${variable.wantedJob}::bigint)
    and id < :#${variable.page.afterId}::bigint
  order by id desc
  limit :#${variable.page.limit}::int + 1
), shown as materialized (
  select *
  from page
  order by id desc
  limit :#${variable.page.limit}::int
)
select json_build_object(
  'webhooks', coalesce((select json_agg(json_build_object(
      'webhook', id,
      'event_id', event_id,
      'type', kind,
      'job_id', job_id,
      'ticket_id', 'T-' || ticket_number,
      'occurred_at', to_char(occurred_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'state', state,
      'attempts', attempt,
      'due_at', case when state = 'waiting' then to_char(due_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') end,
      'last_status', last_status,
      'last_error', last_error,
      'ended_at', to_char(ended_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'links', json_build_object('job', '/v1/jobs/' || job_id, 'retry', '/v1/webhooks/' || id || '/retry')
    ) order by id desc) from shown), '[]'),
  'waiting', (select count(*) from (
    select from outbox where channel = 'webhook' and state = 'waiting' limit 10000) as counted),
  'dead_letters', (select count(*) from (
    select from outbox where channel = 'webhook' and state = 'dead_letter' limit 10000) as counted),
  'next', (select min(id) from shown having (select count(*) from page) > count(*))::text
)::text as json
