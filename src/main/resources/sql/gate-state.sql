-- Why the gate of each provider that is in use is closed, and for how long; no reason when it is open. runs_out: it is time to
-- say again that it is in use (keep-gate.sql).
select provider, reason, greatest(0, round(extract(epoch from until - now()) * 1000))::bigint as wait_millis,
       coalesce(in_use_until < now() + interval '1 minute', false) as runs_out
from provider_gate
where in_use_until is null or in_use_until > now()
order by provider
