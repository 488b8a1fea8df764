-- A page of what people did and what they were refused, the latest first, as the JSON that is sent. Paging goes by the id
-- of the last line seen. Times are UTC.
with page as materialized (
  select *
  from audit
  where id < :#${variable.page.afterId}::bigint
  order by id desc
  limit :#${variable.page.limit}::int + 1
), shown as materialized (
  select *
  from page
  order by id desc
  limit :#${variable.page.limit}::int
)
select json_build_object(
  'lines', coalesce((select json_agg(json_build_object(
      'at', to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'operator', operator,
      'action', action,
      'job_id', job_id,
      'subject', subject,
      'reason', reason,
      'redrive_id', (details ->> 'redrive')::bigint
    ) order by id desc) from shown), '[]'),
  'next', (select min(id) from shown having (select count(*) from page) > count(*))::text
)::text as json
