-- Redrives one job: a dead letter or a failed job is queued again with its attempts at 0. Finished steps and the
-- history stay; the error lives on in the history. Of several at once the first wins; the others see what it made.
--
-- locked_by, lease_until: null already in the row that is redriven. But when this waited for the write that sets the job
-- aside, PostgreSQL first tries the update on the row as it was before, and checks the constraints of that.
with wanted as (
  select id, state
  from jobs
  where id = :#${variable.jobId}::bigint
  for update
), redriven as (
  update jobs
  set state = 'queued', locked_by = null, lease_until = null, attempt = 0, waits = 0, run_at = now(),
      queued_since = now(), last_error = null, failed_step = null, finished_at = null,
      has_results = exists (select from ai_runs where job_id = jobs.id)
  from wanted
  where jobs.id = wanted.id and wanted.state in ('dead_letter', 'failed')
  returning jobs.id
)
select wanted.id, wanted.state, exists (select from redriven) as done
from wanted
