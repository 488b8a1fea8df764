-- Gives back what came in, in every type; author says where each came from.
with given as materialized (
  select * from unnest(
    :#${body[text]}::text[], :#${body[json]}::jsonb[], :#${body[big]}::bigint[], :#${body[number]}::int[],
    :#${body[small]}::smallint[], :#${body[amount]}::numeric(14,9)[], :#${body[truth]}::boolean[],
    :#${body[moment]}::timestamp with time zone[], :#${body[vector]}::text[], :#$simple{variable.author}::text[]
  ) with ordinality as given (text, json, big, number, small, amount, truth, moment, vector, author, ordinality)
)
select ordinality, text, json::text as json, big, number, small, amount, truth, moment, vector::real[] as vector, author,
       :#${properties:test.seconds}::numeric * 2 as doubled, '{{test.word}} -- :#not a parameter'::text as word,
       '{"a":1}'::jsonb ?? 'a' as has_a
from given -- a comment with :#name
