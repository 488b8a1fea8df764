-- Who may what, and who did what.
--
--   api_keys          who may use the API and the console: a name, roles, and the hash of a key
--   console_sessions  who is signed in to the console
--   audit             what people did, and what they were refused: written once, never changed

-- A key is 256 bits of chance, so nobody can guess or list candidates for it, and one round of SHA-256 hides it as well as
-- a slow password hash would. A slow hash is for secrets that people choose; here it would only make each request slow.
create table api_keys (
  id           bigint      generated always as identity primary key,
  name         text        not null,
  key_sha256   bytea       not null unique,
  roles        text[]      not null,
  created_at   timestamptz not null default now(),
  created_by   text        not null,
  revoked_at   timestamptz,
  revoked_by   text,
  last_used_at timestamptz,

  -- Shown as the operator in audit and history. "anyone" is what an office without keys calls everybody.
  constraint api_keys_name check (name ~ '^[A-Za-z0-9][A-Za-z0-9._@-]{0,63}$' and lower(name) <> 'anyone'),
  constraint api_keys_sha256 check (octet_length(key_sha256) = 32),
  constraint api_keys_roles check (
    cardinality(roles) > 0 and roles <@ array['ticket:write', 'ops:read', 'ops:write']),
  constraint api_keys_revoked check ((revoked_at is null) = (revoked_by is null))
);
comment on table api_keys is
  'Rows are never deleted: a revoked key keeps its name in the history, and an office that once had a key never opens again
   for those without.';
comment on column api_keys.last_used_at is 'To about five minutes, so that using a key writes next to nothing.';
-- A name says who it is now. It may be given again when its key was revoked: that is how a key is changed.
create unique index api_keys_live_name on api_keys (name) where revoked_at is null;

-- A table and not a signed cookie: signing out and revoking a key end a session at once, in all processes.
create table console_sessions (
  token_sha256 bytea       primary key,
  key_id       bigint      not null references api_keys (id),
  created_at   timestamptz not null default now(),
  expires_at   timestamptz not null,

  constraint console_sessions_sha256 check (octet_length(token_sha256) = 32)
);
comment on column console_sessions.token_sha256 is 'Of the cookie. Who reads this table cannot become somebody with it.';

create table audit (
  id       bigint      generated always as identity primary key,
  at       timestamptz not null default now(),
  operator text        not null,
  action   text        not null,
  job_id   bigint,
  subject  text,
  reason   text,
  details  jsonb
);
comment on table audit is 'Written by the statement that does what it tells, so that neither is there without the other.';
comment on column audit.operator is
  'The name of the key; "anyone" in an office without keys; "command-line:" and the system user for those at the database.';
comment on column audit.action is
  'What was done, in lower case: job_retried, job_cancelled, key_created, key_revoked, signed_in, permission_denied, ..';
comment on column audit.job_id is 'No reference: what was done stays on record when the job is gone.';
comment on column audit.subject is 'What it was done to, when that is no job.';
create index audit_of_job on audit (job_id, id) where job_id is not null;

-- Append-only against mistakes, ours included. Against somebody who owns the table nothing in it can help: where that
-- matters, let the office connect as another user than the owner, with insert and select on audit alone.
create function audit_stays() returns trigger language plpgsql as $$
begin
  raise exception 'rows of audit are neither changed nor deleted' using errcode = 'insufficient_privilege';
end
$$;
create trigger audit_append_only before update or delete or truncate on audit
  for each statement execute function audit_stays();
