-- Who keeps the database from cleaning up: transactions of this database that have held a snapshot for long, the oldest
-- first. Until they end, the dead versions of every job that was done meanwhile stay in the way. A role that may not see
-- others' sessions sees their snapshots but not since when: then how many transactions ago says it.
select pid, coalesce(nullif(application_name, ''), 'without a name') as name, coalesce(state, 'unknown') as state,
       coalesce(extract(epoch from now() - xact_start)::bigint::text, '?') as seconds, age(backend_xmin) as transactions
from pg_stat_activity
where datname = current_database() and pid <> pg_backend_pid() and backend_xmin is not null
  and (xact_start < now() - :#${properties:snapshot.warn.seconds}::numeric * interval '1 second'
    or xact_start is null and age(backend_xmin) > 1000000)
order by age(backend_xmin) desc
limit 3
