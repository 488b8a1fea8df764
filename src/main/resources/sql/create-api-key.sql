-- Makes a key and notes who did it. The key itself is not here, only its hash. A name that a live key has is refused by
-- the index api_keys_live_name.
with made as (
  insert into api_keys (name, key_sha256, roles, created_by)
  values (?, ?, ?, ?)
  returning name, roles, created_by
)
insert into audit (operator, action, subject, details)
select created_by, 'key_created', name, jsonb_build_object('roles', roles)
from made
