-- Closes the provider's gate for all workers. The first to be refused does it; those refused at the same time change
-- nothing (no row comes back), so that one rate limit is one write and not thousands.
--
-- A probe that was refused closes it again, for longer: the wait doubles with every closing in between which no good
-- answer came, up to a cap; what the provider said is a floor under it. job and delivery are the probe's, and null for
-- whoever is none. One so late that its place passed on is like any other job. A block is stronger than an open breaker, and
-- that than a rate limit: the weaker never replaces the stronger before its time. Nothing replaces a budget of ours that is
-- spent. A probe that is under way keeps its place when another job closes the gate: there is one at a time.
with closing as materialized (
  select :#${body.reason}::text as reason, :#${body.baseMillis}::bigint as base, :#${body.capMillis}::bigint as cap,
         :#${body.atLeastMillis}::bigint as at_least, :#${body.hint}::text as hint, :#${body.told}::text as told,
         :#${body.job}::bigint as job, :#${body.delivery}::int as delivery
)
update provider_gate
set reason = closing.reason,
    consecutive = provider_gate.consecutive + 1,
    until = now() + greatest(
      closing.at_least,
      least(closing.cap, closing.base * 2.0 ^ least(provider_gate.consecutive, 30))) * interval '1 millisecond',
    hint = closing.hint, told = closing.told, budget = null,
    closed_at = case when provider_gate.reason is null then now() else provider_gate.closed_at end,
    (probe_until, probe_job, probe_delivery) = (
      select provider_gate.probe_until, provider_gate.probe_job, provider_gate.probe_delivery
      where provider_gate.reason is not null
        and (provider_gate.probe_job, provider_gate.probe_delivery) is distinct from (closing.job, closing.delivery))
from closing
where provider_gate.provider = 'default'
  and (provider_gate.budget is null or provider_gate.until <= now())
  and (provider_gate.reason is null
    or provider_gate.probe_job = closing.job and provider_gate.probe_delivery = closing.delivery
    or array_position(array['rate_limited', 'breaker_open', 'provider_blocked'], closing.reason)
      > array_position(array['rate_limited', 'breaker_open', 'provider_blocked'], provider_gate.reason))
returning provider_gate.reason, round(extract(epoch from provider_gate.until - now()) * 1000)::bigint as wait_millis
