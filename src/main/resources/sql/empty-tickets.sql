-- Deletes all tickets with everything that belongs to them; tickets and jobs are numbered from the start again.
-- The outbox is not among them: it keeps its numbers (empty-outbox.sql).
-- The tables are named one by one, without cascade: whoever adds one that refers to a ticket decides about it here.
truncate jobs, tickets, ai_runs, deliveries, ticket_embeddings, job_notes, redrives, redrive_items, provider_spending, provider_spending_mark restart identity
