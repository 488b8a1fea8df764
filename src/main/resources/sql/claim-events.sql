-- Claims the events of one channel that are due, as many as the sender asks for. A claim spends an attempt and starts a new
-- delivery, whose number is the fencing token of all that follows. Held means: due again when the lease ends. So the events
-- of a sender that is lost come back by themselves, to any sender, and no statement has to look for lost senders.
--
-- used_up: one whose attempts were all spent by senders that were lost is set aside here, since it may be what kills them.
-- skip locked: two claims never wait for each other and never take the same event.
-- claimed_at: by the database's clock, since a sender's own may be so far off that the receiver takes its signature for old.
-- ticket: it is gone when the event waited for longer than jobs are kept; what happened is told all the same.
with due as materialized (
  select id, attempt >= :#${variable.maxAttempts}::int as used_up
  from outbox
  where channel = :#${variable.channel}::text and state = 'waiting' and due_at <= now()
  order by due_at, id
  limit :#${variable.batch}::int
  for update skip locked
), claimed as (
  update outbox
  set state = case when due.used_up then 'dead_letter' else 'waiting' end,
      attempt = case when due.used_up then attempt else attempt + 1 end,
      delivery = case when due.used_up then delivery else delivery + 1 end,
      locked_by = case when not due.used_up then :#${variable.sender}::text end,
      due_at = case when due.used_up then due_at else now() + :#${variable.leaseSeconds}::numeric * interval '1 second' end,
      last_error = case when due.used_up then 'SenderLost: the lease of the sender ended, at the last attempt' else last_error end,
      ended_at = case when due.used_up then now() end
  from due
  where outbox.id = due.id
  returning outbox.*
)
select claimed.id, claimed.delivery, claimed.attempt, claimed.state = 'dead_letter' as given_up, claimed.event_id,
       claimed.kind, now() as claimed_at, claimed.job_id, claimed.ticket_number, claimed.job_error, claimed.occurred_at,
       tickets.customer_id, tickets.team, tickets.priority, tickets.draft_reply
from claimed
left join tickets on tickets.number = claimed.ticket_number
order by claimed.id
