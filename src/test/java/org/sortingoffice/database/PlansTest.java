package org.sortingoffice.database;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sortingoffice.testing.TestRows;

/**
 * What the statements on the hot path cost does not depend on how much lies around: finished jobs,
 * dead letters, jobs that wait for tomorrow. Read from the plans that PostgreSQL really runs.
 */
class PlansTest {
  private static final int EACH = 50_000;
  private static final int FREE = 10;

  private static Connection connection;
  private static TestRows rows;

  @BeforeAll
  static void fill() throws SQLException {
    var database = TestDatabase.freshDataSource("plans");
    new Migrations().apply(database);
    rows = new TestRows(database);
    rows.change("set synchronous_commit = off; alter table jobs disable trigger all");
    jobs("dead_letter", "now() - interval '1 day'", "now()");
    jobs("succeeded", "now() - interval '1 day'", "now()");
    jobs("queued", "now() + interval '1 day'", "null");
    jobs("queued", "now() - interval '1 hour'", "null");
    rows.change("alter table jobs enable trigger all");
    rows.change("analyze jobs");
    connection = rows.connect();
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
          select 'C-' || i, 's', 'b' from generate_series(1, %d) as i
          returning number, customer_id
        )
        insert into jobs (ticket_number, actor, idempotency_key, request_sha256, state, run_at, finished_at)
        select number, 'customer:' || customer_id, 'key-' || number, 'v1:x', '%s',
               %s + number * interval '1 millisecond', %s
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

  @Test
  void aClaimDoesSoAlsoBeforeAnybodyCountedTheRows_Q48() throws Exception {
    // As after a restore: the planner knows nothing of the table.
    rows.change(
        "update pg_class set reltuples = -1, relpages = 0 where relname in ('jobs', 'tickets', 'jobs_due')");
    try {
      aClaimReadsWhatItTakesAndLittleElse_Q46_Q48();
    } finally {
      rows.change("analyze jobs");
    }
  }

  @Test
  void takingLostJobsBackReadsOnlyHeldOnes_Q12() throws Exception {
    JsonNode plan = plan("recover-lost-jobs.sql");

    assertThat(nodes(plan, "Seq Scan")).noneMatch(node -> relation(node).equals("jobs"));
    assertThat(buffers(plan)).as("pages touched").isLessThan(50);
  }

  @ParameterizedTest
  @ValueSource(strings = {"gauges.sql", "gate-state.sql", "count-held-jobs.sql"})
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
  void theOverviewReadsNoTableOfWhatIsDone() throws Exception {
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
    String sql = read(file);
    for (Map.Entry<String, String> value : values.entrySet()) {
      sql = sql.replace(":#${" + value.getKey() + "}", value.getValue());
    }
    return explain(sql.replaceAll(":#\\$\\{[^}]+}", "null"));
  }

  private static JsonNode plan(String file) throws IOException, SQLException {
    String sql = read(file);
    for (Map.Entry<String, String> value :
        Map.of(
                "bean:heldJobs?method=ask", String.valueOf(FREE),
                "bean:heldJobs?method=holdsSuspect", "'false'",
                "bean:workerName?method=name", "'planner'",
                "properties:provider.timeout.millis", "'60000'",
                "properties:lease.seconds", "'30'",
                "properties:job.max.attempts", "'5'",
                "properties:retry.base.seconds", "'2'",
                "properties:retry.cap.seconds", "'60'")
            .entrySet()) {
      sql = sql.replace(":#${" + value.getKey() + "}", value.getValue());
    }
    try {
      return explain(sql);
    } finally {
      connection.rollback();
    }
  }

  private static String read(String file) throws IOException {
    return Files.readString(Path.of("src/main/resources/sql", file))
        .lines()
        .filter(line -> !line.startsWith("--"))
        .collect(Collectors.joining("\n"));
  }

  private static JsonNode explain(String sql) throws IOException, SQLException {
    try (ResultSet row =
        connection
            .createStatement()
            .executeQuery("explain (analyze, buffers, timing off, format json) " + sql)) {
      row.next();
      return new ObjectMapper().readTree(row.getString(1)).path(0).path("Plan");
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

  private static String relation(JsonNode node) {
    return node.path("Relation Name").asText();
  }
}
