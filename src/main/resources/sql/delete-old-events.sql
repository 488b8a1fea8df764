-- Deletes events that were delivered long ago, the oldest first, a small number at a time, so that nobody waits for it and
-- several processes may do so at once. Events that were set aside stay until a person has seen to them.
with old as materialized (
  select id
  from outbox
  where state = 'delivered' and ended_at < now() - :#${properties:outbox.retention.days}::numeric * interval '1 day'
  order by ended_at
  limit 1000
  for update skip locked
), gone as (
  delete from outbox
  where id = any (array(select id from old))
  returning channel
)
select count(*) as deleted from gone
