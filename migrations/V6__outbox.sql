-- The outbox: what others shall be told, such as that a job ended. A row is written by the statement that ends the job, so
-- that neither is there without the other, and only for those who are to be told (WEBHOOK_URL, OUTBOX_TOPIC_EVENTS). With
-- nobody to tell, this table is not written at all.
--
--   waiting -> delivered                  the receiver took it
--           -> waiting                    tried again later, with full jitter, or as the receiver asked
--           -> dead_letter                attempts used up, or the receiver is gone
--   dead_letter -> waiting                sent again, by a person
--
-- Told at least once, in no promised order: a sender that is lost between sending and noting it is replaced, and the event
-- is sent again under the same event_id, by which the receiver knows it.
create table outbox (
  id            bigint      generated always as identity primary key,
  event_id      uuid        not null default gen_random_uuid(),
  channel       text        not null,
  kind          text        not null,
  job_id        bigint      not null,
  ticket_number bigint      not null,
  job_error     text,
  occurred_at   timestamptz not null default now(),
  state         text        not null default 'waiting',
  attempt       integer     not null default 0,
  delivery      integer     not null default 0,
  due_at        timestamptz not null default now(),
  locked_by     text,
  last_status   integer,
  last_error    text,
  ended_at      timestamptz,

  constraint outbox_channel check (channel in ('webhook', 'topic')),
  constraint outbox_kind check (
    kind in ('job.succeeded', 'job.failed', 'job.dead_letter', 'job.cancelled', 'job.discarded')),
  constraint outbox_state check (state in ('waiting', 'delivered', 'dead_letter')),
  constraint outbox_only_what_waits_is_held check (locked_by is null or state = 'waiting'),
  constraint outbox_ended check ((state = 'waiting') = (ended_at is null)),
  constraint outbox_counts check (attempt >= 0 and delivery >= attempt)
)
-- Each event is written three times and stays for days: what the writes leave behind shall not wait for a fifth of that.
with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 1);

comment on column outbox.event_id is
  'What the receiver knows the event by, however often it comes. Not a number: several databases may tell one receiver.';
comment on column outbox.channel is 'To whom: webhook or topic. An event that both are told has a row for each.';
comment on column outbox.job_id is 'No reference: what is still to be told outlives its job, and no job is locked for it.';
comment on column outbox.job_error is 'Why the job ended so, when it did not succeed; kept here, since a redrive changes it there.';
comment on column outbox.attempt is 'How often it was sent since it was written or a person sent it again.';
comment on column outbox.delivery is 'Rises at every claim and is never set back: (id, delivery) is the fencing token.';
comment on column outbox.due_at is 'When it may be claimed. While somebody holds it (locked_by): when the lease ends.';
comment on column outbox.last_status is 'The HTTP status of the latest answer, where there was one.';

-- What the claim reads. What is delivered or set aside costs it nothing.
create index outbox_due on outbox (channel, due_at, id) where state = 'waiting';
-- What people look for and look through.
create index outbox_of_job on outbox (job_id);
create index outbox_dead_letters on outbox (id) where state = 'dead_letter';
-- What retention reads.
create index outbox_delivered on outbox (ended_at) where state = 'delivered';
