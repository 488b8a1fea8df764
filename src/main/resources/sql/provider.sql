-- How it stands with the provider, as the JSON that is sent: whether its gate is open, and what happened if it is not. The same
-- of the fallback, while workers have one.
with gate as materialized (
  select provider, reason, json_build_object(
    'open', reason is null,
    'reason', reason,
    'until', to_char(until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'closed_at', to_char(closed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'times', consecutive,
    'hint', hint,
    'what_happened', told,
    'probing', coalesce(probe_until > now(), false))::jsonb as shown
  from provider_gate
  where in_use_until is null or in_use_until > now()
)
select (shown || jsonb_build_object('fallback', (select shown from gate where provider = 'fallback')))::text as json
from gate
where provider = 'default'
