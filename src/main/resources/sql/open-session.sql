-- Opens a session of the console for a key that is not revoked, notes who signed in, and clears away what has run out:
-- nobody else has to.
with over as (
  delete from console_sessions where expires_at < now()
), session as (
  insert into console_sessions (token_sha256, expires_at, key_id)
  select ?, now() + make_interval(secs => ?), id
  from api_keys
  where id = ? and revoked_at is null
  returning key_id
)
insert into audit (operator, action)
select api_keys.name, 'signed_in'
from session join api_keys on api_keys.id = session.key_id
