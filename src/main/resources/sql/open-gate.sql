-- Opens the provider's gate: a probe got a good answer. Nothing comes back when it is open already, or when a budget of ours
-- is spent, about which an answer says nothing.
update provider_gate
set reason = null, until = null, consecutive = 0, hint = null, told = null, probe_until = null, closed_at = null, budget = null
where provider = 'default' and reason is not null and (budget is null or until <= now())
returning provider
