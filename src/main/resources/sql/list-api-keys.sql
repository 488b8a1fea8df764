-- All keys for people, those that can be used first. The hashes stay here.
select name, roles, created_at, created_by, last_used_at, revoked_at, revoked_by
from api_keys
order by revoked_at is not null, name, id
