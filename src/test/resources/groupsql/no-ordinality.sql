-- Not usable: nothing says which row is whose.
select id from unnest(:#${body[id]}::bigint[]) as given (id)
