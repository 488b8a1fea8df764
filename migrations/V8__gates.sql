-- Whose word about the gate counts.

-- Which delivery is the probe. Only its word opens the gate or closes it again, so that a probe that was held up until another
-- took its place decides nothing any more; and whatever ends it makes room for the next. Not checked against probe_until: an
-- office of an earlier version, which may run beside this one while it is replaced, sets that alone.
alter table provider_gate
  add column probe_job bigint,
  add column probe_delivery integer;
comment on column provider_gate.probe_job is
  'With probe_delivery: the delivery that looks, or looked last, whether the gate can be opened, until the gate moves.';
