-- One job as people see it (contract 31), as the JSON that is sent. The delivery under way stands in the job itself;
-- those that ended stand in the history. A job that is due but held back by the provider's gate waits for the gate.
-- Times are UTC.
select json_build_object(
  'job_id', jobs.id,
  'ticket_id', 'T-' || jobs.ticket_number,
  'state', jobs.state,
  'attempts', jobs.attempt,
  'last_error', jobs.last_error,
  'waiting', case
    when jobs.state = 'queued' and (jobs.run_at > now() or gate.reason is null) and jobs.wait_reason is not null then
      json_build_object(
        'reason', jobs.wait_reason,
        'until', to_char(jobs.run_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'since', to_char(jobs.waiting_since at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'times_rate_limited', jobs.waits)
    when jobs.state = 'queued' and gate.reason is not null then
      json_build_object(
        'reason', gate.reason,
        'until', to_char(gate.until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'since', to_char(gate.closed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'times_rate_limited', jobs.waits) end,
  'steps_done', coalesce((select json_agg(task order by id) from ai_runs where job_id = jobs.id), '[]'),
  'deliveries', coalesce((
    select json_agg(json_build_object(
        'delivery', delivery,
        'attempt', attempt,
        'worker', worker,
        'started_at', to_char(started_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'ended_at', to_char(ended_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'outcome', outcome,
        'step', step,
        'status', status,
        'error', error,
        'wait_reason', wait_reason,
        'hint', hint,
        'repeats', repeats,
        'waits_until', to_char(waits_until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
      order by delivery)
    from (
      select delivery, attempt, worker, started_at, ended_at, outcome, step, status, error, wait_reason,
             hint, repeats, waits_until
      from deliveries
      where job_id = jobs.id
      union all
      select jobs.delivery, jobs.attempt, jobs.locked_by, jobs.started_at, null, 'running', null, null, null, null,
             null, 1, null
      where jobs.state = 'running') as history), '[]'),
  'created_at', to_char(jobs.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
  'finished_at', to_char(jobs.finished_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
  'links', json_build_object('self', '/v1/jobs/' || jobs.id, 'ticket', '/v1/tickets/T-' || jobs.ticket_number)
)::text as json
from jobs
cross join provider_gate as gate
where gate.provider = 'default' and jobs.id = :#${variable.jobId}::bigint
