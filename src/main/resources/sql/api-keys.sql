-- All keys, the revoked ones too: an office that ever had one is not open to everybody. They are few; processes read them
-- once a second while they are asked anything.
select id, name, key_sha256, roles, revoked_at is not null as revoked,
  last_used_at is null or last_used_at < now() - interval '5 minutes' as use_is_old
from api_keys
