-- Fair claiming. Jobs of actors who have many in the queue stand in a lane of their own, so that one actor's thousands do
-- not come before another's one. Which lane, is decided once, when the ticket is accepted (accept-ticket.sql); a job that
-- waits or is redriven keeps its lane. The claim takes from both lanes (claim-jobs.sql).
alter table jobs add column bulk boolean not null default false;
comment on column jobs.bulk is
  'In the lane of those who have many: its actor had ACTOR_LIGHT_JOBS in the queue when it was accepted.';

-- What the claim reads, a lane at a time: each job that waits stands in one of the two, so a second lane costs no job
-- anything.
drop index jobs_due;
create index jobs_due on jobs (run_at, id) where state = 'queued' and not has_results and losses < 2 and not bulk;
create index jobs_due_bulk on jobs (run_at, id) where state = 'queued' and not has_results and losses < 2 and bulk;
-- What counts an actor's share of the queue, when there is a limit to it. Jobs of the light lane are not in it.
create index jobs_bulk_actors on jobs (actor) where state = 'queued' and bulk;
