-- Why the gate of each provider is closed, and for how long; no reason when it is open. runs_out: nobody else has said lately
-- that it is in use (keep-gate.sql).
select provider, reason, greatest(0, round(extract(epoch from until - now()) * 1000))::bigint as wait_millis,
       coalesce(in_use_until < now() + interval '1 minute', false) as runs_out
from provider_gate
