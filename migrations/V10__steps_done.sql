-- Which steps the results of some jobs are saved for: what a claim asks for all that it takes, in one look.
--
-- A function because of its setting. A claim's plan is made when a worker starts, and kept until the tables are analyzed
-- again. In an office whose table of results was analyzed while it was empty, reading all of it is the cheapest plan, and
-- stays it while the table grows: each claim of a hundred jobs would read it a hundred times. Here it is never read as a whole. In plpgsql, since that keeps its plan.
create function steps_done(jobs bigint[]) returns table (job_id bigint, steps text)
language plpgsql stable parallel safe rows 100
set enable_seqscan = off
as $$
begin
  return query
    select ai_runs.job_id, string_agg(ai_runs.task, ',')
    from ai_runs
    where ai_runs.job_id = any (jobs)
    group by ai_runs.job_id;
end
$$;
