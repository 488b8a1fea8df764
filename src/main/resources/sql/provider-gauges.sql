-- How it stands with the provider's gate, in numbers.
select reason, greatest(0, coalesce(extract(epoch from until - now()), 0))::float8 as seconds_left, consecutive as times
from provider_gate
where provider = 'default'
