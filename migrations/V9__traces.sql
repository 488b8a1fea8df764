-- Which trace a ticket belongs to.

-- Beside the ticket's text and not in jobs, which is rewritten again and again. Without a trace it is null, and takes no room.
alter table tickets
  add column traceparent text;
comment on column tickets.traceparent is
  'The traceparent (W3C Trace Context) of the request that brought it: each delivery of its job is part of that trace.';
