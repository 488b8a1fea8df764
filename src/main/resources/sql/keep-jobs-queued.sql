-- Keeps workers from claiming the queued jobs until the transaction ends, without keeping anybody waiting: a claim
-- passes over locked rows (skip locked), and so does this.
with queued as materialized (
  select
  from jobs
  where state = 'queued'
  for update skip locked
)
select count(*)
from queued
