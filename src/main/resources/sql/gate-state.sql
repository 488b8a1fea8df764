-- Why the provider's gate is closed, and for how long; no reason when it is open.
select reason, greatest(0, round(extract(epoch from until - now()) * 1000))::bigint as wait_millis
from provider_gate
where provider = 'default'
