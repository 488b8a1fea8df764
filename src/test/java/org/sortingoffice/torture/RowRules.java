package org.sortingoffice.torture;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;

/**
 * What must be true of the rows when all is over. Each rule is a query for what breaks it: the job
 * and what is wrong with it.
 */
final class RowRules {
  private static final List<Rule> RULES =
      List.of(
          new Rule(
              "every accepted job comes to an end",
              """
              select id, 'is ' || state || ', lease of ' || coalesce(locked_by, 'nobody')
              from jobs
              where state not in ('succeeded', 'failed', 'dead_letter', 'cancelled')
                 or locked_by is not null or lease_until is not null or finished_at is null
              """),
          new Rule(
              "one ticket and one job for each key",
              """
              select coalesce(jobs.id, 0), 'ticket ' || tickets.number || ', job ' || coalesce(jobs.id::text, 'none')
              from tickets
              full join jobs on jobs.ticket_number = tickets.number
              where tickets.number is null or jobs.id is null
              union all
              select max(id), count(*) || ' jobs for ' || actor || ' ' || idempotency_key
              from jobs
              group by actor, idempotency_key
              having count(*) > 1
              """),
          new Rule(
              "one result for a job and step, and all three for one that succeeded",
              """
              select jobs.id, state || ' with ' || coalesce(string_agg(ai_runs.task, ',' order by ai_runs.id), 'nothing')
              from jobs
              left join ai_runs on ai_runs.job_id = jobs.id
              group by jobs.id
              having count(ai_runs.id) <> count(distinct ai_runs.task)
                  or (state = 'succeeded' and count(distinct ai_runs.task) <> 3)
                  or count(*) filter (where ai_runs.task not in ('classify', 'draft_reply', 'embed')) > 0
              union all
              select 0, 'result ' || id || ' without a job'
              from ai_runs
              where job_id is null
              """),
          new Rule(
              "results are made in the order of the steps",
              """
              select later.job_id, later.task || ' was saved without ' || earlier.task || ' before it'
              from (values ('classify', 'draft_reply'), ('draft_reply', 'embed')) as earlier (task, next)
              join ai_runs later on later.task = earlier.next
              left join ai_runs first on first.job_id = later.job_id and first.task = earlier.task
              where first.id is null or first.created_at > later.created_at or first.delivery > later.delivery
              """),
          new Rule(
              "what stands on the ticket is the saved result",
              """
              select jobs.id,
                     concat_ws(' ', 'ticket:', tickets.team, tickets.priority, left(tickets.draft_reply, 60), vectors.model,
                               'results:', classify.output, left(draft_reply.output::text, 60), embed.output)
              from jobs
              join tickets on tickets.number = jobs.ticket_number
              left join ticket_embeddings vectors on vectors.ticket_number = tickets.number
              left join ai_runs classify on classify.job_id = jobs.id and classify.task = 'classify'
              left join ai_runs draft_reply on draft_reply.job_id = jobs.id and draft_reply.task = 'draft_reply'
              left join ai_runs embed on embed.job_id = jobs.id and embed.task = 'embed'
              where tickets.team is distinct from classify.output ->> 'team'
                 or tickets.priority is distinct from (classify.output ->> 'priority')::smallint
                 or tickets.draft_reply is distinct from draft_reply.output ->> 'reply'
                 or 'vector ' || vectors.model is distinct from embed.output #>> '{}'
                 or (embed.id is null) <> (vectors.ticket_number is null)
                 or length(vectors.vector) <> 4 * 384
              """),
          new Rule(
              "every delivery has its line in the history, with an end, and none is missing between",
              """
              select jobs.id,
                     jobs.delivery || ' deliveries, the history has '
                       || coalesce(string_agg(lines.first || '..' || lines.last, ' ' order by lines.last), 'none')
              from jobs
              left join (
                select job_id, delivery - repeats + 1 as first, delivery as last,
                       lag(delivery, 1, 0) over (partition by job_id order by delivery) as before,
                       ended_at is null or ended_at < started_at as endless
                from deliveries
              ) lines on lines.job_id = jobs.id
              group by jobs.id
              having coalesce(max(lines.last), 0) <> jobs.delivery
                  or bool_or(lines.first <> lines.before + 1)
                  or bool_or(lines.endless)
              """),
          new Rule(
              "the last delivery ended as its job did",
              """
              select jobs.id, 'is ' || jobs.state || ', its last delivery ' || last.outcome
              from jobs
              join deliveries last on last.job_id = jobs.id and last.delivery = jobs.delivery
              where (jobs.state in ('succeeded', 'failed') and last.outcome <> jobs.state)
                 or (jobs.state = 'dead_letter' and last.outcome not in ('dead_letter', 'lost'))
                 or (last.outcome in ('succeeded', 'failed', 'dead_letter', 'cancelled') and jobs.state <> last.outcome)
              union all
              select job_id, 'delivery ' || deliveries.delivery || ' ended ' || outcome || ', and another followed'
              from deliveries
              join jobs on jobs.id = deliveries.job_id
              where outcome in ('succeeded', 'failed', 'dead_letter', 'cancelled') and deliveries.delivery < jobs.delivery
              """),
          new Rule(
              "attempts count what they should, and end at the maximum",
              """
              select jobs.id,
                     'attempt ' || jobs.attempt || ', the history counts '
                       || coalesce(sum(repeats) filter (where outcome not in ('waiting', 'released')), 0)
                       || ', ' || jobs.state
              from jobs
              left join deliveries on deliveries.job_id = jobs.id
              group by jobs.id
              having jobs.attempt <> coalesce(sum(repeats) filter (where outcome not in ('waiting', 'released')), 0)
                  or jobs.attempt > 5 or max(deliveries.attempt) > 5
                  or (jobs.state = 'dead_letter' and jobs.attempt <> 5)
              """),
          new Rule(
              "no result was saved in the name of a delivery that was not there",
              """
              select ai_runs.job_id, ai_runs.task || ' was saved by delivery ' || ai_runs.delivery || ' of ' || jobs.delivery
              from ai_runs
              join jobs on jobs.id = ai_runs.job_id
              where ai_runs.delivery < 1 or ai_runs.delivery > jobs.delivery
              """),
          // Both moments are the beginnings of their statements; the one that began first may have
          // had to wait.
          new Rule(
              "no result was saved after its delivery had ended",
              """
              select ai_runs.job_id, ai_runs.task || ' at ' || ai_runs.created_at || ', delivery ' || ai_runs.delivery
                     || ' ended ' || deliveries.outcome || ' at ' || deliveries.ended_at
              from ai_runs
              join deliveries on deliveries.job_id = ai_runs.job_id and deliveries.delivery = ai_runs.delivery
              where ai_runs.created_at > deliveries.ended_at + interval '1 second'
                 or ai_runs.created_at < deliveries.started_at
              """));

  private static final int SHOWN = 50;

  private final DataSource database;

  RowRules(DataSource database) {
    this.database = database;
  }

  private record Rule(String name, String query) {}

  /** What is broken; of each rule at most some examples. */
  List<Violation> violations() throws SQLException {
    List<Violation> found = new ArrayList<>();
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement()) {
      statement.setMaxRows(SHOWN);
      for (Rule rule : RULES) {
        try (ResultSet rows = statement.executeQuery(rule.query())) {
          while (rows.next()) {
            found.add(Violation.of(rule.name(), rows.getLong(1), rows.getString(2)));
          }
        }
      }
    }
    return found;
  }

  /** How many rules there are. */
  int count() {
    return RULES.size();
  }
}
