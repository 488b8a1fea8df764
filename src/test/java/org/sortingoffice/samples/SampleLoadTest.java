package org.sortingoffice.samples;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.sortingoffice.database.TestDatabase;
import org.sortingoffice.testing.TestRows;

/** What stands in the tables after {@code load 300 --dead-letters 48}; nobody works on it. */
class SampleLoadTest {
  private static final int TICKETS = 300;
  private static final int DEAD_LETTERS = 48;

  private static TestRows rows;
  private static LoadReport report;
  private static List<Long> progress;

  @BeforeAll
  static void load() throws Exception {
    DataSource database = fresh("sample_load");
    rows = new TestRows(database);
    progress = new ArrayList<>();
    report = load(database, TICKETS, DEAD_LETTERS, 42, (done, all) -> progress.add(done));
  }

  @Test
  void theCountsAreAsAsked() {
    assertThat(rows.count("tickets")).isEqualTo(TICKETS + DEAD_LETTERS);
    assertThat(rows.count("jobs")).isEqualTo(TICKETS + DEAD_LETTERS);
    assertThat(rows.count("jobs where state = 'queued' and run_at <= now()")).isEqualTo(TICKETS);
    assertThat(rows.count("jobs where state in ('dead_letter', 'failed')")).isEqualTo(DEAD_LETTERS);
    assertThat(rows.count("jobs where state = 'dead_letter'")).isBetween(16L, 32L);
    assertThat(progress).endsWith((long) TICKETS + DEAD_LETTERS).isSorted();
  }

  @Test
  void theReportTellsTheNumbers() {
    assertThat(report.tickets()).isEqualTo(TICKETS);
    assertThat(report.deadLetters()).isEqualTo(DEAD_LETTERS);
    assertThat(report.deadLetterNumbers()).isEqualTo(new Numbers(1, 48, 500_001, 500_048));
    assertThat(report.ticketNumbers()).isEqualTo(new Numbers(49, 348, 500_049, 500_348));
    assertThat(report.byCategory().values().stream().mapToInt(n -> n).sum()).isEqualTo(TICKETS);
    assertThat(report.byLanguage().values().stream().mapToInt(n -> n).sum()).isEqualTo(TICKETS);
    assertThat(report.byError().values().stream().mapToInt(n -> n).sum()).isEqualTo(DEAD_LETTERS);
    assertThat(
            (Long)
                rows.value("select count(distinct customer_id) from tickets where number > 500048"))
        .isEqualTo(report.customers());
  }

  @Test
  void ticketsAndJobsAreNumberedAlike() {
    assertThat(rows.count("jobs where ticket_number <> 500000 + id")).isZero();
  }

  @Test
  void deadLettersAreOfEveryKindAndSpreadOverThreeDaysTheOldestFirst() {
    assertThat((Long) rows.value("select count(distinct last_error) from jobs"))
        .isGreaterThanOrEqualTo(15);
    assertThat(rows.count("jobs where created_at < now() - interval '3 days'")).isZero();
    assertThat(rows.count("jobs where created_at < now() - interval '2 days'")).isPositive();
    assertThat(rows.count("jobs where finished_at > now() - interval '1 day'")).isPositive();
    assertThat(
            rows.count(
                "(select created_at < lag(created_at) over (order by id) as back from jobs) as j where back"))
        .isZero();
  }

  @Test
  void aJobAgreesWithItsHistory() {
    String deliveriesOfJob = "(select count(*) from deliveries where job_id = jobs.id)";
    assertThat(rows.count("jobs where attempt <> delivery or attempt <> " + deliveriesOfJob))
        .isZero();
    assertThat(rows.count("jobs where state = 'dead_letter' and attempt <> 5")).isZero();
    assertThat(rows.count("jobs where state = 'failed' and attempt <> 1")).isZero();
    assertThat(
            rows.count(
                "jobs join deliveries last on last.job_id = jobs.id and last.delivery = jobs.delivery"
                    + " where jobs.finished_at <> last.ended_at or jobs.started_at <> last.started_at"
                    + " or (last.outcome <> 'lost' and (last.outcome <> jobs.state or last.error <> jobs.last_error))"
                    + " or (last.outcome = 'lost' and jobs.last_error <> 'WorkerLost: worker lost 5 times')"))
        .isZero();
    assertThat(
            rows.count(
                "jobs where last_error not like 'WorkerLost%' and"
                    + " run_at <> coalesce((select max(waits_until) from deliveries where job_id = jobs.id), created_at)"))
        .isZero();
  }

  @Test
  void aHistoryRunsForwardAndEndsBeforeNow() {
    assertThat(rows.count("deliveries where ended_at < started_at or waits_until < ended_at"))
        .isZero();
    assertThat(
            rows.count(
                "deliveries next join deliveries using (job_id) where next.delivery = deliveries.delivery + 1"
                    + " and next.started_at < coalesce(deliveries.waits_until, deliveries.ended_at)"))
        .isZero();
    assertThat(
            rows.count(
                "deliveries join jobs on jobs.id = job_id where deliveries.started_at < created_at"))
        .isZero();
    assertThat(
            rows.count("jobs where greatest(created_at, started_at, finished_at, run_at) > now()"))
        .isZero();
    assertThat(rows.count("deliveries where greatest(ended_at, waits_until) > now()")).isZero();
  }

  /** Contract 20: full jitter, at most 2, 4, 8, 16 s. */
  @Test
  void theWaitsAreThoseOfTheBackoff() {
    assertThat(
            rows.count(
                "deliveries where waits_until - ended_at > power(2, attempt) * interval '1 second'"))
        .isZero();
    assertThat(rows.count("deliveries where waits_until - ended_at > interval '8 seconds'"))
        .isPositive();
    assertThat(
            rows.count(
                "deliveries join jobs on jobs.id = job_id"
                    + " where (deliveries.delivery < jobs.delivery) <> (waits_until is not null)"
                    + " or (outcome = 'retried') <> (deliveries.wait_reason is not null)"))
        .isZero();
  }

  @Test
  void whatWasDoneBeforeStandsOnTheTicket() {
    assertThat(rows.count("ai_runs")).isGreaterThan(20);
    assertThat(
            rows.count(
                "ai_runs join jobs on jobs.id = job_id join tickets on number = ticket_number"
                    + " where task = 'classify' and (team <> output ->> 'team' or priority <> (output ->> 'priority')::int)"))
        .isZero();
    assertThat(
            rows.count(
                "ai_runs join jobs on jobs.id = job_id join tickets on number = ticket_number"
                    + " where task = 'draft_reply' and draft_reply <> output ->> 'reply'"))
        .isZero();
    assertThat(
            rows.count(
                "tickets join jobs on ticket_number = number where (team is not null) <>"
                    + " exists (select from ai_runs where job_id = jobs.id and task = 'classify')"))
        .isZero();
    assertThat(
            rows.count(
                "tickets join jobs on ticket_number = number where (draft_reply is not null) <>"
                    + " exists (select from ai_runs where job_id = jobs.id and task = 'draft_reply')"))
        .isZero();
    assertThat(
            rows.count(
                "ai_runs join deliveries using (job_id, delivery) where ai_runs.created_at < started_at"
                    + " or ai_runs.created_at > ended_at"))
        .isZero();
    assertThat(
            rows.count(
                "deliveries where step = 'embed' and"
                    + " (select count(*) from ai_runs where ai_runs.job_id = deliveries.job_id) <> 2"))
        .isZero();
    assertThat(
            rows.count(
                "ai_runs where cost_usd <> (prompt_tokens * 0.15 + completion_tokens * 0.60) / 1000000"
                    + " or prompt_tokens = 0 or completion_tokens = 0 or model <> 'small-chat-v1'"))
        .isZero();
  }

  @Test
  void theSameSeedPutsTheSameInAnEmptyDatabase() throws Exception {
    DataSource database = fresh("sample_load_again");
    TestRows other = new TestRows(database);
    load(database, TICKETS, DEAD_LETTERS, 42, (done, all) -> {});

    String tickets =
        "select md5(string_agg(number || customer_id || subject || body || coalesce(metadata::text, '')"
            + " || coalesce(draft_reply, ''), '' order by number)) from tickets";
    assertThat(other.value(tickets)).isEqualTo(rows.value(tickets));
    String histories =
        "select md5(string_agg(job_id || worker || coalesce(error, '') || (ended_at - started_at)::text, ''"
            + " order by job_id, delivery)) from deliveries";
    assertThat(other.value(histories)).isEqualTo(rows.value(histories));
  }

  @Test
  void aSecondLoadAddsToTheFirst() throws Exception {
    DataSource database = fresh("sample_load_twice");
    load(database, 10, 2, 42, (done, all) -> {});
    LoadReport second = load(database, 10, 2, 42, (done, all) -> {});

    assertThat(new TestRows(database).count("tickets")).isEqualTo(24);
    assertThat(second.ticketNumbers()).isEqualTo(new Numbers(15, 24, 500_015, 500_024));
  }

  @Test
  void resetStartsTheNumbersAgain() throws Exception {
    DataSource database = fresh("sample_load_reset");
    TestRows other = new TestRows(database);
    load(database, 30, 10, 42, (done, all) -> {});
    Reset reset = new Reset(database, Duration.ofSeconds(10));

    assertThat(reset.tickets()).isEqualTo(40);
    assertThat(reset.run(held -> {})).isTrue();

    for (String table : List.of("tickets", "jobs", "ai_runs", "deliveries", "ticket_embeddings")) {
      assertThat(other.count(table)).as(table).isZero();
    }
    LoadReport again = load(database, 5, 0, 42, (done, all) -> {});
    assertThat(again.ticketNumbers()).isEqualTo(new Numbers(1, 5, 500_001, 500_005));
    assertThat(again.deadLetterNumbers()).isNull();
  }

  private static DataSource fresh(String name) {
    DataSource database = TestDatabase.migratedDataSource(name);
    return database;
  }

  private static LoadReport load(
      DataSource database, int tickets, int deadLetters, long seed, Progress progress)
      throws SQLException {
    return new SampleLoad(database, results(), progress).run(tickets, deadLetters, seed);
  }

  /** As the default settings make them. */
  static SampleResults results() {
    return new SampleResults(
        new BigDecimal("0.15"),
        new BigDecimal("0.60"),
        List.of("billing", "delivery", "technical", "account", "returns", "general"),
        "small-chat-v1",
        "small-chat-v1");
  }
}
