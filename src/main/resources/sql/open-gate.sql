-- Opens the provider's gate: a probe got a good answer. Nothing comes back when it is open already; when this probe was so
-- late that its place passed on, and another one decides now; or when a budget of ours is spent, about which an answer says
-- nothing.
update provider_gate
set reason = null, until = null, consecutive = 0, hint = null, told = null, probe_until = null,
    probe_job = null, probe_delivery = null, closed_at = null, budget = null
where probe_job = :#${variable.job.id}::bigint and probe_delivery = :#${variable.job.delivery}::int
  and reason is not null and (budget is null or until <= now())
returning provider
