-- One job as people see it (contract 31), as the JSON that is sent. The delivery under way stands in the job itself;
-- those that ended stand in the history. A job that is due but held back by the provider's gate waits for the gate.
-- retries: from the audit, which stays when the attempts start again at 0. One of an earlier numbering (load --reset) has
-- another job's id and an older date. redrive_id: the redrive in which the job waits for its turn.
-- Times are UTC.
select json_build_object(
  'job_id', jobs.id,
  'ticket_id', 'T-' || jobs.ticket_number,
  'ticket', (
    select json_build_object(
      'customer_id', customer_id, 'subject', subject, 'body', body, 'team', team, 'priority', priority,
      'draft_reply', draft_reply)
    from tickets
    where number = jobs.ticket_number),
  'actor', jobs.actor,
  'state', jobs.state,
  'attempts', jobs.attempt,
  'last_error', jobs.last_error,
  'failed_step', jobs.failed_step,
  'group', jobs.error_group,
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
  'steps_missing', to_json(array(
    select trim(step)
    from string_to_table(:#${properties:ticket.steps}::text, ',') as step
    where trim(step) not in (select task from ai_runs where job_id = jobs.id))),
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
  'retries', coalesce((
    select json_agg(json_build_object(
        'at', to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'operator', operator,
        'reason', reason,
        'redrive_id', (details ->> 'redrive')::bigint,
        'attempts', (details ->> 'attempts')::int,
        'last_error', details ->> 'last_error')
      order by id)
    from audit
    where job_id = jobs.id and action = 'job_retried' and at >= jobs.created_at), '[]'),
  'notes', coalesce((
    select json_agg(json_build_object(
        'note_id', id,
        'at', to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'operator', operator,
        'text', text)
      order by id)
    from job_notes
    where job_id = jobs.id), '[]'),
  'discard', case when jobs.discarded_at is not null then json_build_object(
    'at', to_char(jobs.discarded_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'operator', jobs.discarded_by,
    'reason', jobs.discard_reason) end,
  'redrive_id', (select redrive_id from redrive_items where job_id = jobs.id and state = 'pending'),
  'created_at', to_char(jobs.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
  'finished_at', to_char(jobs.finished_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
  'links', json_build_object('self', '/v1/jobs/' || jobs.id, 'ticket', '/v1/tickets/T-' || jobs.ticket_number)
)::text as json
from jobs
cross join provider_gate as gate
where gate.provider = 'default' and jobs.id = :#${variable.jobId}::bigint
