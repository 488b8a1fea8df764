package org.sortingoffice.database;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.ds.PGSimpleDataSource;
import org.postgresql.jdbc.PreferQueryMode;
import org.sortingoffice.testing.TestRows;

/**
 * What the statements on the hot path cost does not depend on how much lies around: finished jobs,
 * dead letters, jobs that wait for tomorrow. Read from the plans that PostgreSQL really runs.
 */
class PlansTest {
  private static final int EACH = 50_000;
  private static final int FREE = 10;
  private static final int SPAN = 500;
  private static final Set<String> LARGE_TABLES =
      Set.of("jobs", "tickets", "ai_runs", "deliveries", "ticket_embeddings");

  private static Connection connection;
  private static TestRows rows;

  @BeforeAll
  static void fill() throws SQLException {
    PGSimpleDataSource database = (PGSimpleDataSource) TestDatabase.migratedDataSource("plans");
    rows = new TestRows(database);
    rows.change("set synchronous_commit = off; alter table jobs disable trigger all");
    jobs("dead_letter", "now() - interval '1 day'", "now()");
    jobs("succeeded", "now() - interval '1 day'", "now()");
    jobs("queued", "now() + interval '1 day'", "null");
    jobs("queued", "now() - interval '1 hour'", "null");
    rows.change("alter table jobs enable trigger all");
    rows.change(
        """
        insert into ai_runs (job_id, task)
        select id, task
        from jobs, unnest(array['classify', 'draft_reply', 'embed']) as task
        where state = 'succeeded' and id % 5 = 0
        """);
    rows.change(
        """
        insert into deliveries (job_id, delivery, attempt, worker, started_at, ended_at, outcome)
        select id, 1, 1, 'w', now(), now(), 'succeeded'
        from jobs
        where state = 'succeeded' and id % 2 = 0
        """);
    rows.change(
        """
        insert into ticket_embeddings (ticket_number, model, vector)
        select ticket_number, 'm', '\\x0000003f' from jobs where state = 'succeeded' and id % 2 = 0
        """);
    rows.change("analyze");
    // So that EXPLAIN takes a statement without values for its parameters.
    database.setPreferQueryMode(PreferQueryMode.SIMPLE);
    connection = database.getConnection();
    connection.setAutoCommit(false);
  }

  @AfterAll
  static void close() throws SQLException {
    connection.close();
  }

  private static void jobs(String state, String runAt, String finishedAt) {
    rows.change(
        """
        with ticket as (
          insert into tickets (customer_id, subject, body)
          select 'C-' || (select count(*) from jobs) || '-' || i, 's', 'b' from generate_series(1, %d) as i
          returning number, customer_id
        )
        insert into jobs (ticket_number, actor, idempotency_key, request_sha256, state, run_at, finished_at, bulk)
        select number, 'customer:' || customer_id, 'key-' || number, 'v1:x', '%s',
               %s + number * interval '1 millisecond', %s, number %% 2 = 0
        from ticket
        """
            .formatted(EACH, state, runAt, finishedAt));
  }

  @Test
  void aClaimReadsWhatItTakesAndLittleElse_Q46_Q48() throws Exception {
    JsonNode plan = plan("claim-jobs.sql");

    assertThat(nodes(plan, "Seq Scan")).noneMatch(node -> relation(node).equals("jobs"));
    assertThat(rowsOf(plan, "LockRows")).as("rows locked").isLessThanOrEqualTo(FREE);
    assertThat(buffers(plan)).as("pages touched").isLessThan(60 * FREE);
  }

  /** A plan of an office that was analyzed when it had no results is kept while they come. */
  @Test
  void aClaimThatWasPlannedWithoutResultsDoesNotReadThemAllLater() throws SQLException {
    PGSimpleDataSource database =
        (PGSimpleDataSource) TestDatabase.migratedDataSource("early_plan");
    TestRows office = new TestRows(database);
    office.change("alter table ai_runs set (autovacuum_enabled = off)");
    office.change("vacuum analyze ai_runs");
    String lookUp = "select count(*) from steps_done(array[1, 2, 3])";
    try (Connection worker = database.getConnection();
        Statement statement = worker.createStatement()) {
      for (int i = 0; i < 10; i++) {
        number(statement, lookUp);
      }
      office.change(
          """
          with ticket as (
            insert into tickets (customer_id, subject, body)
            select 'C', 's', 'b' from generate_series(1, 2000)
            returning number
          ), job as (
            insert into jobs (ticket_number, actor, request_sha256)
            select number, 'a', 'v1:x' from ticket
            returning id
          )
          insert into ai_runs (job_id, task) select id, 'classify' from job
          """);
      String read = "select seq_tup_read from pg_stat_xact_user_tables where relname = 'ai_runs'";
      worker.setAutoCommit(false);

      assertThat(number(statement, lookUp)).isEqualTo(3);
      assertThat(number(statement, read)).as("results read one by one").isZero();
    }
  }

  private static long number(Statement statement, String query) throws SQLException {
    try (ResultSet row = statement.executeQuery(query)) {
      row.next();
      return row.getLong(1);
    }
  }

  @Test
  void itDoesSoBesideAHundredThousandActors() {
    assertThat(rows.value("select count(distinct actor) from jobs where state = 'queued'"))
        .isEqualTo(2L * EACH);
  }

  @Test
  void aClaimDoesSoAlsoBeforeAnybodyCountedTheRows_Q48() throws Exception {
    // As after a restore: the planner knows nothing of the table.
    rows.change(
        "update pg_class set reltuples = -1, relpages = 0 where relname in ('jobs', 'tickets', 'jobs_due', 'jobs_due_bulk')");
    try {
      aClaimReadsWhatItTakesAndLittleElse_Q46_Q48();
    } finally {
      rows.change("analyze jobs");
    }
  }

  @Test
  void aClaimFromItsMarkPassesOverWhatASnapshotKeepsFromCleaning_Q50() throws Exception {
    try (Connection other = rows.connect()) {
      other.setAutoCommit(false);
      other.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
      other.createStatement().execute("select from provider_gate");
      rows.change(
          "update jobs set state = 'succeeded', finished_at = now() where id in ("
              + "select id from jobs where state = 'queued' order by run_at, id limit 5000)");
      Map<String, String> marks = new HashMap<>();
      reached("light", "not bulk", marks);
      reached("bulk", "bulk", marks);

      JsonNode fromTheFront = plan("claim-jobs.sql");
      JsonNode fromTheMark = planOf("claim-jobs.sql", marks);

      for (String index : List.of("jobs_due", "jobs_due_bulk")) {
        assertThat(buffersOf(fromTheFront, index)).as("a snapshot is held").isGreaterThan(90);
        assertThat(buffersOf(fromTheMark, index)).as("pages touched").isLessThan(2 * FREE);
      }
      assertThat(rowsOf(fromTheMark, "LockRows")).as("rows locked").isEqualTo(FREE);
      other.rollback();
    }
    rows.change("vacuum analyze jobs");
  }

  private static void reached(String lane, String condition, Map<String, String> marks) {
    String[] last =
        ((String)
                rows.value(
                    "select run_at || '|' || id from jobs where finished_at > created_at"
                        + " and state = 'succeeded' and "
                        + condition
                        + " order by run_at desc, id desc limit 1"))
            .split("\\|");
    marks.put("bean:%sMark?method=runAt".formatted(lane), "'" + last[0] + "'");
    marks.put("bean:%sMark?method=id".formatted(lane), last[1]);
  }

  @Test
  void deletingOldJobsReadsASpanAndLittleElse_Q56() throws Exception {
    rows.change(
        "update jobs set finished_at = finished_at - interval '40 days',"
            + " created_at = created_at - interval '40 days' where state = 'succeeded'");
    rows.change("vacuum analyze jobs");
    long before = (Long) rows.value("select min(id) - 1 from jobs where state = 'succeeded'");

    JsonNode plan = plan("delete-old-jobs.sql", String.valueOf(before));

    assertThat(nodes(plan, "Seq Scan")).isEmpty();
    assertThat(rowsOf(plan, "LockRows")).as("rows locked").isEqualTo(SPAN);
    assertThat(buffers(plan)).as("pages touched").isLessThan(60 * SPAN);
  }

  @Test
  void theOutboxIsClaimedAndTidiedByItsIndexesHoweverMuchLiesInIt() throws Exception {
    rows.change(
        """
        insert into outbox (channel, kind, job_id, ticket_number, state, due_at, ended_at)
        select case i % 10 when 0 then 'topic' else 'webhook' end, 'job.succeeded', i, i, state,
               now() + case when i <= 100 then - interval '1 day' else interval '1 day' end,
               case when state <> 'waiting' then now() - interval '1 h' end
        from unnest(array['waiting', 'delivered', 'dead_letter']) as state, generate_series(1, 20000) as i
        """);
    rows.change("analyze outbox");
    try {
      JsonNode claim = plan("claim-events.sql");
      JsonNode tidy = plan("delete-old-events.sql");

      assertThat(nodes(claim, "Seq Scan")).noneMatch(node -> relation(node).equals("outbox"));
      assertThat(rowsOf(claim, "LockRows")).isEqualTo(FREE);
      assertThat(buffers(claim)).as("pages touched").isLessThan(60 * FREE);
      assertThat(buffers(tidy)).as("pages touched when nothing is old").isLessThan(10);
    } finally {
      rows.change("truncate outbox");
    }
  }

  /** As PostgreSQL plans them without looking at the values. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "claim-jobs.sql",
        "save-result.sql",
        "finish-job.sql",
        "park-job.sql",
        "bury-job.sql",
        "release-jobs.sql",
        "renew-leases.sql",
        "recover-lost-jobs.sql",
        "bury-old-jobs.sql",
        "delete-old-jobs.sql",
        "accept-ticket.sql",
        "find-ticket.sql",
        "count-actor.sql",
        "count-queue.sql",
        "redrive-jobs.sql",
        "cancel-job.sql",
        "job.sql",
        "job-tags.sql",
        "job-events.sql",
        "ticket.sql"
      })
  void noStatementOfAJobsLifeReadsAWholeTable(String statement) throws Exception {
    JsonNode plan =
        explain("explain (generic_plan, format json) " + StatementText.numbered(statement));

    assertThat(nodes(plan, "Seq Scan"))
        .noneMatch(node -> LARGE_TABLES.contains(relation(node)))
        .noneMatch(node -> node.path("Relation Name").isMissingNode());
  }

  /** The database itself looks for what refers to a row that is deleted. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "update only ai_runs set job_id = null where $1 = job_id",
        "delete from only deliveries where $1 = job_id",
        "delete from only ticket_embeddings where $1 = ticket_number",
        "select from only jobs where $1 = ticket_number for key share"
      })
  void whatRefersToADeletedRowIsFoundByAnIndex(String lookUp) throws Exception {
    connection.createStatement().execute("set local plan_cache_mode = force_generic_plan");
    connection.createStatement().execute("prepare look_up (bigint) as " + lookUp);
    try {
      JsonNode plan = explain("explain (format json) execute look_up (1)");
      assertThat(nodes(plan, "Seq Scan")).isEmpty();
    } finally {
      connection.createStatement().execute("deallocate look_up");
    }
  }

  @Test
  void takingLostJobsBackReadsOnlyHeldOnes_Q12() throws Exception {
    JsonNode plan = plan("recover-lost-jobs.sql");

    assertThat(nodes(plan, "Seq Scan")).noneMatch(node -> relation(node).equals("jobs"));
    assertThat(buffers(plan)).as("pages touched").isLessThan(50);
  }

  @Test
  void countingTheQueueReadsNoFurtherThanItCounts() throws Exception {
    JsonNode plan = planOf("count-queue.sql", Map.of("bean:queueCount?method=most", "2000"));

    assertThat(nodes(plan, "Seq Scan")).noneMatch(node -> relation(node).equals("jobs"));
    assertThat(nodes(plan, "Sort")).isEmpty();
    assertThat(buffers(plan)).as("pages touched").isLessThan(3_000);
  }

  @ParameterizedTest
  @ValueSource(strings = {"gate-state.sql", "count-held-jobs.sql"})
  void whatIsAskedAgainAndAgainReadsFewPages(String statement) throws Exception {
    assertThat(buffers(plan(statement))).as("pages touched").isLessThan(50);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "filter.group=%s",
        "filter.discarded=true",
        "page.afterMicros=4000000000000000",
        "filter.group=%s&page.afterMicros=4000000000000000"
      })
  void aPageOfDeadLettersReadsThePageAndCountsToTenThousand_Q53(String query) throws Exception {
    JsonNode plan = plan("dead-letters.sql", variables(query));

    assertThat(nodes(plan, "Seq Scan")).noneMatch(node -> relation(node).equals("jobs"));
    assertThat(nodes(plan, "Sort"))
        .as("sorted is the page alone")
        .allMatch(node -> node.path("Actual Rows").asLong() <= 50);
    // Counting reads the jobs at worst, but never more than it counts.
    assertThat(buffers(plan)).as("pages touched").isLessThan(11_000);
  }

  @Test
  void theGroupsReadWhatWasSetAsideAndNothingThatIsDone_Q53() throws Exception {
    JsonNode plan = plan("dead-letter-groups.sql", Map.of());

    assertThat(nodes(plan, "Seq Scan")).noneMatch(node -> relation(node).equals("jobs"));
    assertThat(nodes(plan, "Index Scan"))
        .filteredOn(node -> relation(node).equals("jobs"))
        .allMatch(
            node -> node.path("Index Name").asText().matches("jobs_(dead_letters|set_aside).*"));
  }

  @Test
  void aLookWhetherARedriveIsDueReadsNextToNothing() throws Exception {
    assertThat(buffers(plan("redrive-jobs.sql", Map.of()))).as("pages touched").isLessThan(30);
  }

  @Test
  void aTurnOfARedriveReadsWhatItSends_H58() throws Exception {
    try (var statement = connection.createStatement()) {
      statement.execute(
          """
          with redrive as (
            insert into redrives (operator, reason, request, rate, total, next_at)
            values ('planner', 'so', '{}', 20, 50000, now() - interval '1 hour')
            returning id
          )
          insert into redrive_items (redrive_id, job_id)
          select redrive.id, jobs.id from redrive cross join jobs where jobs.state = 'dead_letter'
          """);
      statement.execute("analyze redrive_items");
      JsonNode plan = plan("redrive-jobs.sql", Map.of());

      assertThat(nodes(plan, "Seq Scan"))
          .noneMatch(node -> List.of("jobs", "redrive_items").contains(relation(node)));
      // After an hour in which nobody sent: the one that is due, and half a second's.
      assertThat(rowsOf(plan, "LockRows")).as("rows locked").isLessThanOrEqualTo(1 + 2 * 11);
      assertThat(buffers(plan)).as("pages touched").isLessThan(2_000);
    } finally {
      connection.rollback();
    }
  }

  @Test
  void theGaugesReadNoTableOfWhatIsDone() throws Exception {
    JsonNode plan = plan("gauges.sql");

    assertThat(nodes(plan, "Seq Scan")).noneMatch(node -> relation(node).equals("jobs"));
  }

  @Test
  void theOverviewReadsNoTableOfWhatIsDone_Q53() throws Exception {
    JsonNode plan = plan("overview.sql", Map.of("properties:ticket.steps", "'classify,embed'"));

    assertThat(nodes(plan, "Seq Scan")).noneMatch(node -> relation(node).equals("jobs"));
  }

  private static Map<String, String> variables(String query) throws SQLException {
    Map<String, String> values = new HashMap<>();
    values.put("variable.page.limit", "50");
    values.put("variable.page.afterId", String.valueOf(Long.MAX_VALUE));
    for (String pair : query.isEmpty() ? new String[0] : query.split("&")) {
      String[] parts = pair.split("=");
      values.put(
          "variable." + parts[0],
          "'"
              + parts[1].replace("%s", (String) rows.value("select max(error_group) from jobs"))
              + "'");
    }
    return values;
  }

  /** The plan of a statement of the desk; what is not given is null. */
  private static JsonNode plan(String file, Map<String, String> values)
      throws IOException, SQLException {
    String sql = StatementText.read(file, values).replaceAll(":#\\$\\{[^}]+}", "null");
    return explain("explain (analyze, buffers, timing off, format json) " + sql);
  }

  private static JsonNode plan(String file) throws IOException, SQLException {
    return plan(file, "0");
  }

  private static JsonNode plan(String file, String fromId) throws IOException, SQLException {
    Map<String, String> values = new HashMap<>(StatementText.VALUES);
    values.put("bean:heldJobs?method=ask", String.valueOf(FREE));
    values.put("bean:retention?method=after", fromId);
    values.put("bean:retention?method=batch", String.valueOf(SPAN));
    return planOf(file, values);
  }

  private static JsonNode planOf(String file, Map<String, String> given)
      throws IOException, SQLException {
    Map<String, String> values = new HashMap<>(StatementText.VALUES);
    values.putAll(given);
    String sql = StatementText.read(file, values);
    return explain("explain (analyze, buffers, timing off, format json) " + sql);
  }

  private static JsonNode explain(String statement) throws IOException, SQLException {
    try (ResultSet row = connection.createStatement().executeQuery(statement)) {
      row.next();
      return new ObjectMapper().readTree(row.getString(1)).path(0).path("Plan");
    } finally {
      connection.rollback();
    }
  }

  private static List<JsonNode> nodes(JsonNode plan, String kind) {
    List<JsonNode> found = new ArrayList<>();
    if (plan.path("Node Type").asText().equals(kind)) {
      found.add(plan);
    }
    plan.path("Plans").forEach(child -> found.addAll(nodes(child, kind)));
    return found;
  }

  private static double rowsOf(JsonNode plan, String kind) {
    return nodes(plan, kind).stream()
        .mapToDouble(
            node -> node.path("Actual Rows").asDouble() * node.path("Actual Loops").asInt())
        .sum();
  }

  private static long buffers(JsonNode plan) {
    return plan.path("Shared Hit Blocks").asLong() + plan.path("Shared Read Blocks").asLong();
  }

  private static long buffersOf(JsonNode plan, String index) {
    return nodes(plan, "Index Scan").stream()
        .filter(node -> node.path("Index Name").asText().equals(index))
        .mapToLong(PlansTest::buffers)
        .sum();
  }

  private static String relation(JsonNode node) {
    return node.path("Relation Name").asText();
  }
}
