package org.sortingoffice.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.sortingoffice.testing.RunningOffice.json;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.sortingoffice.testing.LogLines;
import org.sortingoffice.testing.RunningOffice;
import org.sortingoffice.testing.TestRows;

/** A budget of the day or month closes the gate when it is spent, and opens it by itself. */
class SpendingContractTest {
  private static RunningOffice office;
  private static TestRows rows;

  @BeforeAll
  static void start() {
    office =
        RunningOffice.start(
            "contract_spending",
            Map.of(
                "housekeeping.seconds", "1",
                "claim.poll.millis", "50",
                "provider.budget.day.usd", "4.5",
                "provider.budget.month.usd", "100"));
    rows = office.rows();
  }

  @AfterAll
  static void stop() {
    office.close();
  }

  @BeforeEach
  void nothingIsSpent() {
    rows.change("delete from ai_runs where job_id is null");
    forgetSpending();
    awaitOpen();
    office.awaitAllOver(Duration.ofSeconds(30));
  }

  @Test
  void aSpentBudgetOfTheDayHoldsAllJobsUntilMidnightOrUntilThereIsMore() throws IOException {
    try (LogLines log = LogLines.listen()) {
      spendTodayAndTomorrow();
      JsonNode gate = awaitGate("provider_blocked");

      assertThat(gate.path("what_happened").asText())
          .startsWith("the budget of the day is spent, 5.00")
          .contains(" of 4.5 US dollars", "midnight", "PROVIDER_BUDGET_DAY_USD");
      assertThat(gate.path("until").asText()).endsWith("T00:00:00.000Z");
      assertThat(log.lines()).anyMatch(line -> line.startsWith("ERROR ALERT: the budget"));
    }

    office.forgetCalls();
    long waiting = office.postGoodTicket("Parcel is late");
    rows.change("update provider_gate set probe_job = 1, probe_delivery = 1");
    assertThat(
            rows.value(
                Files.readString(Path.of("src/main/resources/sql/open-gate.sql"))
                    .replaceAll(":#\\$\\{[^}]+}", "1")))
        .as("a probe that was under way does not open it")
        .isNull();
    awaitLooks(2);
    assertThat(office.job(waiting).path("state").asText()).isEqualTo("queued");
    assertThat(office.job(waiting).path("attempts").asInt()).isZero();
    assertThat(office.callCount()).isZero();

    // As if the budget were raised, or the day over: what is spent is below it.
    forgetSpending();
    office.awaitJob(waiting, "succeeded");
  }

  @Test
  void theMonthCountsItsOwnDaysOnlyAndTheGateOpensAtItsEnd() {
    spend("date_trunc('month', now() at time zone 'UTC')::date - 1", 500);
    awaitLooks(2);
    assertThat(json(office.get("/v1/provider")).path("open").asBoolean()).isTrue();

    spend("date_trunc('month', now() at time zone 'UTC')::date", 500);
    JsonNode gate = awaitGate("provider_blocked");

    assertThat(gate.path("what_happened").asText()).startsWith("the budget of the month is spent");
    assertThat(gate.path("until").asText()).endsWith("-01T00:00:00.000Z");
  }

  @Test
  void aGateWhoseTimeIsOverOpens() {
    rows.change(
        "update provider_gate set reason = 'provider_blocked', until = now() - interval '1 second',"
            + " closed_at = now(), budget = 'day', told = 'spent'");

    office.awaitJob(office.postGoodTicket("Parcel is late"), "succeeded");
    awaitOpen();
    assertThat(rows.value("select budget from provider_gate")).isNull();
  }

  @Test
  void everyResultIsCountedOnce() {
    for (int i = 0; i < 3; i++) {
      office.awaitJob(office.postGoodTicket("Parcel is late"), "succeeded");
    }
    rows.change("delete from provider_spending_mark");
    forgetSpending();
    long settled = ((Number) rows.value("select max(id) - 3 from ai_runs")).longValue();
    rows.change(
        "update ai_runs set created_at = created_at - interval '2 minutes' where id <= ?", settled);
    await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> rows.count("provider_spending_mark where last_run >= " + settled) == 1);
    awaitLooks(2);

    assertThat(
            rows.value(
                "select (select sum(cost_usd) from provider_spending)"
                    + " = (select sum(cost_usd) from ai_runs where id <= last_run)"
                    + " from provider_spending_mark"))
        .isEqualTo(true);
    // What is too young to be settled is looked at all the same; a new month may begin meanwhile.
    BigDecimal all = (BigDecimal) rows.value("select sum(cost_usd) from ai_runs");
    assertThat(metric("spent_usd{period=\"month\"}"))
        .isPositive()
        .isLessThanOrEqualTo(all.doubleValue() * 1.001);
  }

  @Test
  void aSumOfOldResultsDoesNotSettleWhatIsStillBeingSaved() throws SQLException {
    long job = office.postGoodTicket("Parcel is late");
    office.awaitJob(job, "succeeded");
    awaitLooks(2);
    try (Connection saving = rows.connect();
        Statement statement = saving.createStatement()) {
      saving.setAutoCommit(false);
      statement.execute(
          "insert into ai_runs (job_id, task, cost_usd) values (" + job + ", 'late', 1)");
      // As delete-old-jobs.sql leaves it: with a newer id than the result that is not committed
      // yet.
      rows.change(
          "insert into ai_runs (task, runs, cost_usd, created_at)"
              + " values ('sum', 1000, 7, now() - interval '30 days')");
      awaitLooks(2);
      saving.commit();
    }

    long after =
        ((Number)
                rows.value(
                    "insert into ai_runs (job_id, task, created_at)"
                        + " values (?, 'after', now() - interval '2 minutes') returning id",
                    job))
            .longValue();
    await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> rows.count("provider_spending_mark where last_run >= " + after) == 1);
    assertThat((BigDecimal) rows.value("select sum(cost_usd) from provider_spending"))
        .as("the late result is counted, the sum is not counted again")
        .isBetween(BigDecimal.ONE, new BigDecimal("1.1"));
  }

  private static void forgetSpending() {
    rows.change("delete from provider_spending");
  }

  /** Whichever day it is when the test goes on. */
  private static void spendTodayAndTomorrow() {
    spend("(now() at time zone 'UTC')::date", 5);
    spend("(now() at time zone 'UTC')::date + 1", 5);
  }

  private static void spend(String day, int usd) {
    rows.change(
        "insert into provider_spending (day, cost_usd) select "
            + day
            + ", ? on conflict (day) do update set cost_usd = provider_spending.cost_usd + excluded.cost_usd",
        usd);
  }

  private static JsonNode awaitGate(String reason) {
    return await()
        .atMost(Duration.ofSeconds(30))
        .until(
            () -> json(office.get("/v1/provider")),
            gate -> gate.path("reason").asText().equals(reason));
  }

  private static void awaitOpen() {
    await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> json(office.get("/v1/provider")).path("open").asBoolean());
  }

  /** Waits until housekeeping has looked so often. */
  private static void awaitLooks(int times) {
    double before = metric("spending_looks_total");
    await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> metric("spending_looks_total") >= before + times);
  }

  private static double metric(String name) {
    return office
        .get("/metrics")
        .body()
        .lines()
        .filter(line -> line.startsWith("sorting_office_provider_" + name + " "))
        .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
        .findFirst()
        .orElseThrow();
  }
}
