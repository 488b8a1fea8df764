-- Deletes all that others were still to be told, but goes on with the numbers: nobody waits for those who send an event just
-- now, and (id, delivery) is their fencing token. An answer that comes late would else speak for the new event of that number,
-- which would count as delivered and never be sent.
truncate outbox continue identity
