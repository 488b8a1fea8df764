-- How it stands with the provider, as the JSON that is sent: whether its gate is open, and what happened if it is not.
select json_build_object(
  'open', reason is null,
  'reason', reason,
  'until', to_char(until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
  'closed_at', to_char(closed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
  'times', consecutive,
  'hint', hint,
  'what_happened', told,
  'probing', coalesce(probe_until > now(), false)
)::text as json
from provider_gate
where provider = 'default'
