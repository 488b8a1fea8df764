-- Opens the provider's gate: a probe got a good answer. Nothing comes back when it is open already.
update provider_gate
set reason = null, until = null, consecutive = 0, hint = null, told = null, probe_until = null, closed_at = null
where provider = 'default' and reason is not null
returning provider
