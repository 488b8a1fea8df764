-- Not allowed: the parameter would be looked up in headers.
select ordinality from unnest(:#id::bigint[]) with ordinality as given (id, ordinality)
