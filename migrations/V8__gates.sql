-- Whose word about a gate counts, and a gate for a second provider.

-- Which delivery is the probe. Only its word opens the gate or closes it again, so that a probe that was held up until another
-- took its place decides nothing any more; and whatever ends it makes room for the next. Not checked against probe_until: an
-- office of an earlier version, which may run beside this one while it is replaced, sets that alone.
alter table provider_gate
  add column probe_job bigint,
  add column probe_delivery integer;
comment on column provider_gate.probe_job is
  'With probe_delivery: the delivery that looks, or looked last, whether the gate can be opened, until the gate moves.';

-- A second provider to fall back to has a gate of its own, the row 'fallback'. Workers that have one make the row and keep it
-- in use (keep-gate.sql); when no worker has one any more, nobody looks at it.
alter table provider_gate
  add column in_use_until timestamptz;
comment on column provider_gate.in_use_until is
  'Until when workers said that they have this provider; null for the default one, which all have.';
