package org.sortingoffice.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.math.BigDecimal;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sortingoffice.office.SortingOffice;
import org.sortingoffice.office.StartupFailure;
import org.sortingoffice.testing.RunningOffice;
import org.sortingoffice.testing.TestRows;

/** Jobs that ended long ago leave, with what belongs to them; what a person should see stays. */
class RetentionContractTest {
  private RunningOffice office;
  private TestRows rows;

  @BeforeEach
  void start() {
    // Nothing is old enough for this one.
    office = RunningOffice.start("contract_retention", Map.of());
    rows = office.rows();
  }

  @AfterEach
  void stop() {
    office.close();
  }

  @Test
  @DisplayName("contract 10: key, ticket and history leave with their job; what it cost stays")
  void anOldJobLeavesWithAllThatBelongsToIt_contract10() {
    String ticket = RunningOffice.ticket("C-0022", "Long ago", "It came.");
    long old = RunningOffice.json(office.postTicket("the-key", ticket)).path("job_id").asLong();
    long young = office.postGoodTicket("Of today");
    office.awaitJob(old, "succeeded");
    office.awaitJob(young, "succeeded");
    BigDecimal cost = (BigDecimal) rows.value("select sum(cost_usd) from ai_runs");
    Object tokens = rows.value("select sum(prompt_tokens + completion_tokens) from ai_runs");
    endedBefore(old, 31);

    reopenWith(Map.of("retention.seconds", "1"));
    await("the old job leaves")
        .atMost(Duration.ofSeconds(30))
        .until(() -> office.get("/v1/jobs/" + old).statusCode() == 404);

    assertThat(office.get("/v1/tickets/T-500001").statusCode()).isEqualTo(404);
    assertThat(office.job(young).path("deliveries")).hasSize(1);
    assertThat(office.job(young).path("steps_done")).hasSize(3);
    assertThat(rows.count("tickets")).isEqualTo(1);
    assertThat(rows.count("ticket_embeddings")).isEqualTo(1);
    assertThat(rows.count("deliveries")).isEqualTo(1);
    assertThat(rows.value("select sum(cost_usd) from ai_runs")).isEqualTo(cost);
    assertThat(rows.value("select sum(prompt_tokens + completion_tokens) from ai_runs"))
        .isEqualTo(tokens);
    assertThat(rows.value("select sum(runs) from ai_runs")).isEqualTo(6L);
    assertThat(rows.count("ai_runs where job_id is null and output <> '{}'")).isZero();
    HttpResponse<String> again = office.postTicket("the-key", ticket);
    assertThat(again.statusCode()).isEqualTo(202);
    assertThat(again.headers().firstValue("Idempotent-Replayed")).isEmpty();
  }

  @Test
  @DisplayName("Q54: dead letters of 3 and 31 days, a job that succeeded 2 days ago")
  void whatNobodyHasSeenToStaysByDefault_Q54() {
    long deadOf31 = setAside("dead_letter", 31);
    long failedOf31 = setAside("failed", 31);
    long deadOf3 = setAside("dead_letter", 3);
    long done = setAside("succeeded", 2);
    long cancelled = setAside("cancelled", 2);

    reopenWith(Map.of("retention.seconds", "1", "retention.days", "1"));
    awaitGone(done);
    awaitGone(cancelled);
    assertThat(rows.count("jobs")).isEqualTo(3);
    assertThat(office.get("/metrics").body())
        .containsPattern("sorting_office_jobs_deleted_total\\{state=\"succeeded\"} 1\\.0")
        .containsPattern("sorting_office_jobs_deleted_total\\{state=\"dead_letter\"} 0\\.0");

    reopenWith(Map.of("retention.seconds", "1", "retention.set.aside.days", "30"));
    awaitGone(deadOf31);
    awaitGone(failedOf31);
    assertThat(office.job(deadOf3).path("state").asText()).isEqualTo("dead_letter");
  }

  @ParameterizedTest
  @CsvSource({"retention.days, 0", "retention.days, 0.5", "retention.set.aside.days, 0"})
  @DisplayName("contract 10: never less than 24 h")
  void lessThanADayIsRefused_contract10(String setting, String value) {
    assertThatThrownBy(() -> SortingOffice.openWith(office.settingsOf(Map.of(setting, value))))
        .isInstanceOf(StartupFailure.class)
        .hasMessageContaining(setting)
        .hasMessageContaining("1 to 36500");
  }

  private void reopenWith(Map<String, String> settings) {
    office.closeOffice();
    office.open(settings);
  }

  private void awaitGone(long job) {
    await("job " + job + " leaves")
        .atMost(Duration.ofSeconds(30))
        .until(() -> rows.count("jobs where id = " + job) == 0);
  }

  private long setAside(String state, int daysAgo) {
    long job =
        (Long)
            rows.value(
                """
                with ticket as (
                  insert into tickets (customer_id, subject, body) values ('C-1', 's', 'b') returning number
                )
                insert into jobs (ticket_number, actor, request_sha256, state, finished_at)
                select number, 'customer:C-1', 'v1:x', ?, now()
                from ticket
                returning id
                """,
                state);
    endedBefore(job, daysAgo);
    return job;
  }

  private void endedBefore(long job, int days) {
    rows.change(
        "update jobs set finished_at = finished_at - ? * interval '1 day',"
            + " created_at = created_at - ? * interval '1 day' where id = ?",
        days,
        days,
        job);
  }
}
