-- How many of an actor's jobs wait in the bulk lane, for the actor's limit. Asked at most once a second for an actor, and
-- only where there is such a limit; counting stops somewhat beyond it.
select count(*) as bulk_jobs
from (
  select
  from jobs
  where state = 'queued' and bulk and actor = :#${variable.request.actor}::text
  limit :#${bean:admission?method=mostForActor}::int
) as waiting
