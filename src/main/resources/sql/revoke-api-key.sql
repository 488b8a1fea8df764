-- Revokes the live key of this name with all its sessions, and notes who did it.
with revoked as (
  update api_keys
  set revoked_at = now(), revoked_by = ?
  where name = ? and revoked_at is null
  returning id, name, revoked_by
), ended as (
  delete from console_sessions using revoked where key_id = revoked.id
)
insert into audit (operator, action, subject)
select revoked_by, 'key_revoked', name
from revoked
