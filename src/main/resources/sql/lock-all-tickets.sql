-- Takes the tables of the tickets for the deletion. jobs comes first because nearly every statement starts with it:
-- who is past it gets to its end, who is not waits here.
lock table jobs, tickets, ai_runs, deliveries, ticket_embeddings, job_notes, redrives, redrive_items in access exclusive mode
