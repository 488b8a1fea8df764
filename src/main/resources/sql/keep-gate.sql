-- Says that there are workers with a fallback, and makes its gate when there is none. One of them writes it once a minute for
-- all. When nobody does any more, the gate is in use by nobody and no longer shown.
insert into provider_gate (provider, in_use_until)
values ('fallback', now() + interval '2 minutes')
on conflict (provider) do update
  set in_use_until = excluded.in_use_until
  where provider_gate.in_use_until < now() + interval '1 minute'
