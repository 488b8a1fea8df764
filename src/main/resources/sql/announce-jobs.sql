-- Tells the workers of other processes that there is something to claim. It is sent after the commit of what it tells of,
-- by a transaction of its own: inside that one it would make all intake stand in a line. It says nothing but "look", so
-- that nothing is lost when it is not heard.
select pg_notify('sorting_office_jobs', '')
