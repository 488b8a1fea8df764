-- The dead letter desk: what people look at and do with the jobs that were set aside.
--
--   jobs.error_group    which failures are of one kind: the error without what differs from job to job, and the step
--   jobs.discarded_..   a person decided that nothing more will be done about a job; it is kept, with the reason
--   dead_letters()      which jobs a filter means; lists, groups, counts and redrives all ask here
--   job_notes           what people wrote about a job
--   redrives            sending many again, at a pace: who, why, which, and how far it is
--   redrive_items       the jobs of a redrive, one by one, and what became of each

-- An error without what differs from job to job, so that the same trouble reads the same. What stays: the kind of the
-- error, before its first colon; the status in "answered 503", and the code in brackets after it. What goes: all other
-- numbers, ids, quoted values and addresses. The name of the group is stored with each job, so a migration that changes
-- this has to write that column anew.
create function error_pattern(error text) returns text
language sql immutable strict parallel safe
return left(
  regexp_replace(
    regexp_replace(
      regexp_replace(
        regexp_replace(
          regexp_replace(
            regexp_replace(left(error, 500), '\s+', ' ', 'g'),
            '[a-z][a-z0-9+.-]*://[^\s"'')>]+', '<url>', 'gi'),
          '"[^"]*"|(?<!\w)''[^'']*''(?!\w)|«[^»]*»|“[^”]*”|`[^`]*`', '<value>', 'g'),
        '(?<![\w-])(?:[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}|0x[0-9a-f]+|(?=[a-f]*[0-9])[0-9a-f]{8,})(?![\w-])',
        '#', 'gi'),
      '(?<!^[\w.$]*)(?<!answered [0-9]{0,2})(?<!answered [0-9]{3} \([\w.-]*)[0-9]+', '#', 'g'),
    '[\w-]*#[\w#-]*', '#', 'g'),
  200);

-- The name of a group of failures: short, and fit for an address. In plpgsql on purpose: PostgreSQL would put the body of a
-- plain SQL function into the stored column's expression, and prepare all of it anew for each statement that writes a job,
-- which costs a clean job a third more processor time. So it is called, and only for what is set aside.
create function error_group(error text, step text) returns text
language plpgsql immutable parallel safe
as $$
begin
  return lpad(
    to_hex(hashtextextended(error_pattern(coalesce(error, '')) || chr(10) || coalesce(step, ''), 0)), 16, '0');
end
$$;

-- All in one command: the table is written anew once, because of the stored column. The group is worked out when a job is
-- set aside, and not at every failure on the way there; all other writes see that there is none.
alter table jobs
  add column discarded_at timestamptz,
  add column discarded_by text,
  add column discard_reason text,
  add column error_group text generated always as (
    case when state in ('dead_letter', 'failed') then error_group(last_error, failed_step) end) stored,
  add constraint jobs_discarded check (
    (discarded_at is null and discarded_by is null and discard_reason is null)
    or (discarded_at is not null and discarded_by is not null and state in ('dead_letter', 'failed')));
comment on column jobs.error_group is 'Of a job that was set aside: the name of the group of its failure, by error and step.';
comment on column jobs.discarded_at is 'A retry ends it: the job is no longer set aside then.';

-- What people look through, the latest first: all of it, one group, and what was discarded. The first also answers which
-- groups there are, without a look at the jobs themselves.
create index jobs_dead_letters on jobs (finished_at, id) include (error_group, state, failed_step, actor)
  where state in ('dead_letter', 'failed') and discarded_at is null;
create index jobs_dead_letters_of_group on jobs (error_group, finished_at, id)
  where state in ('dead_letter', 'failed') and discarded_at is null;
create index jobs_discarded on jobs (finished_at, id) where discarded_at is not null;

-- Which jobs a filter means. Everything that shows, counts or redrives asks here, so that what a person sees is what is
-- sent. What is null is not asked. It is a plain query that PostgreSQL puts in the place of its call, and of which only
-- the conditions that are asked are left when the values are known as it is planned.
--
--   wanted_error      the kind of the error, before its first colon
--   since, before     when they were set aside: from the first moment on, and before the second
--   containing        somewhere in the error, in any case; or the whole of a ticket's or a job's id
--   discarded         the discarded ones instead
create function dead_letters(
  wanted_state text, wanted_group text, wanted_error text, wanted_step text, wanted_actor text, since timestamptz,
  before timestamptz, containing text, discarded boolean)
returns setof jobs
language sql stable parallel safe
as $$
  select *
  from jobs
  where state in ('dead_letter', 'failed')
    and (discarded is true or discarded_at is null)
    and (discarded is not true or discarded_at is not null)
    and (wanted_state is null or state = wanted_state)
    and (wanted_group is null or error_group = wanted_group)
    and (wanted_error is null or split_part(last_error, ':', 1) = wanted_error)
    and (wanted_step is null or failed_step = wanted_step)
    and (wanted_actor is null or actor = wanted_actor)
    and (since is null or finished_at >= since)
    and (before is null or finished_at < before)
    and (containing is null or strpos(lower(last_error), lower(containing)) > 0
      or ticket_number = case when containing ~ '^T-[0-9]{1,18}$' then substr(containing, 3)::bigint end
      or id = case when containing ~ '^[0-9]{1,18}$' then containing::bigint end)
$$;

create table job_notes (
  id       bigint      generated always as identity primary key,
  job_id   bigint      not null references jobs (id) on delete cascade,
  at       timestamptz not null default now(),
  operator text        not null,
  text     text        not null
);
create index job_notes_of_job on job_notes (job_id, id);

-- The states of a redrive: running and paused go to each other; both end as cancelled, running as done.
create table redrives (
  id              bigint        generated always as identity primary key,
  operator        text          not null,
  reason          text          not null,
  request         jsonb         not null,
  idempotency_key text,
  error_group     text,
  state           text          not null default 'running',
  rate            numeric(7, 2) not null,
  next_at         timestamptz   not null default now(),
  total           integer       not null,
  retried         integer       not null default 0,
  skipped         integer       not null default 0,
  failed          integer       not null default 0,
  started_at      timestamptz   not null default now(),
  ended_at        timestamptz,
  constraint redrives_state check (state in ('running', 'paused', 'done', 'cancelled')),
  constraint redrives_ended check ((state in ('running', 'paused')) = (ended_at is null)),
  constraint redrives_rate check (rate > 0),
  constraint redrives_counts check (
    total > 0 and retried >= 0 and skipped >= 0 and failed >= 0 and retried + skipped + failed <= total)
);
comment on column redrives.request is 'What was asked for: the filter and the moment up to which it counts.';
comment on column redrives.next_at is 'When the next job is due. It never lies far back, so that nothing is made up for by a burst.';
comment on column redrives.skipped is 'Jobs that were no longer set aside when their turn came: somebody was first.';
comment on column redrives.failed is 'Jobs that were no longer kept when their turn came.';
-- One at a time for a group; and a request that comes twice makes one.
create unique index redrives_one_per_group on redrives (error_group) where state in ('running', 'paused');
create unique index redrives_idempotency_key on redrives (operator, idempotency_key) where idempotency_key is not null;
create index redrives_running on redrives (id) where state = 'running';

create table redrive_items (
  redrive_id bigint      not null references redrives (id),
  job_id     bigint      not null,
  state      text        not null default 'pending',
  at         timestamptz,
  primary key (redrive_id, job_id),
  constraint redrive_items_state check (state in ('pending', 'retried', 'skipped', 'failed', 'cancelled')),
  constraint redrive_items_at check ((state = 'pending') = (at is null))
);
comment on column redrive_items.job_id is 'No reference: what was done stays on record when the job is gone.';
-- A job waits for its turn in one redrive at a time, however their filters overlap.
create unique index redrive_items_pending on redrive_items (job_id) where state = 'pending';
create index redrive_items_next on redrive_items (redrive_id, job_id) where state = 'pending';
