-- Whose session a token is. Asked at every request of the console, so that a revoked key ends it at once.
select api_keys.name, api_keys.roles
from console_sessions join api_keys on api_keys.id = console_sessions.key_id
where console_sessions.token_sha256 = ? and console_sessions.expires_at > now() and api_keys.revoked_at is null
