-- Not usable: two rows for one.
select 1 as ordinality, id from unnest(:#${body[id]}::bigint[]) as given (id) union all select 1, 2
