package org.sortingoffice.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.sortingoffice.testing.RunningOffice;
import org.sortingoffice.testing.TestRows;

/** Jobs that ended long ago leave, with what belongs to them; what a person should see stays. */
class RetentionContractTest {
  private static final Map<String, String> OFTEN = Map.of("retention.seconds", "1");

  private static RunningOffice office;
  private static TestRows rows;

  @BeforeAll
  static void start() {
    office = RunningOffice.start("contract_retention", OFTEN);
    rows = office.rows();
  }

  @AfterAll
  static void stop() {
    office.close();
  }

  @Test
  @DisplayName("contract 10: key, ticket and history leave with their job; what it cost stays")
  void anOldJobLeavesWithAllThatBelongsToIt_contract10() {
    String text = RunningOffice.ticket("C-0022", "Long ago", "It came.");
    JsonNode accepted = RunningOffice.json(office.postTicket("the-key", text));
    long old = accepted.path("job_id").asLong();
    long young = office.postGoodTicket("Of today");
    office.awaitJob(old, "succeeded");
    office.awaitJob(young, "succeeded");
    Object cost = rows.value("select sum(cost_usd) from ai_runs");
    Object tokens = rows.value("select sum(prompt_tokens + completion_tokens) from ai_runs");
    Object results = rows.value("select sum(runs) from ai_runs");

    ended(old, 31);
    awaitGone(old);

    assertThat(office.get("/v1/jobs/" + old).statusCode()).isEqualTo(404);
    String ticket = accepted.path("ticket_id").asText();
    assertThat(office.get("/v1/tickets/" + ticket).statusCode()).isEqualTo(404);
    assertThat(rows.count("tickets where subject = 'Long ago'")).isZero();
    assertThat(rows.count("ticket_embeddings")).isEqualTo(1);
    assertThat(rows.count("deliveries")).isEqualTo(1);
    assertThat(office.job(young).path("deliveries")).hasSize(1);
    assertThat(office.job(young).path("steps_done")).hasSize(3);
    assertThat(rows.value("select sum(cost_usd) from ai_runs")).isEqualTo(cost);
    assertThat(rows.value("select sum(prompt_tokens + completion_tokens) from ai_runs"))
        .isEqualTo(tokens);
    assertThat(rows.value("select sum(runs) from ai_runs")).isEqualTo(results);
    assertThat(rows.count("ai_runs where job_id is null and output <> '{}'")).isZero();
    HttpResponse<String> again = office.postTicket("the-key", text);
    assertThat(again.statusCode()).isEqualTo(202);
    assertThat(again.headers().firstValue("Idempotent-Replayed")).isEmpty();
    office.awaitJob(RunningOffice.json(again).path("job_id").asLong(), "succeeded");
  }

  @Test
  @DisplayName("Q54: dead letters of 3 and 31 days")
  void whatNobodyHasSeenToStaysByDefault_Q54() {
    long dead = job("dead_letter", 31);
    long failed = job("failed", 31);
    long deadOf3Days = job("dead_letter", 3);
    long doneOf29Days = job("succeeded", 29);
    long cancelled = job("cancelled", 31);
    long done = job("succeeded", 31);

    // It comes last in the walk.
    awaitGone(done);
    assertThat(rows.count("jobs where id = " + cancelled)).isZero();
    for (long kept : new long[] {dead, failed, deadOf3Days, doneOf29Days}) {
      assertThat(office.get("/v1/jobs/" + kept).statusCode()).isEqualTo(200);
    }
    assertThat(office.get("/metrics").body())
        .containsPattern("sorting_office_jobs_deleted_total\\{state=\"cancelled\"} 1\\.0")
        .containsPattern("sorting_office_jobs_deleted_total\\{state=\"dead_letter\"} 0\\.0");

    office.closeOffice();
    office.open(Map.of("retention.seconds", "1", "retention.set.aside.days", "30"));
    awaitGone(dead);
    awaitGone(failed);
    assertThat(office.job(deadOf3Days).path("state").asText()).isEqualTo("dead_letter");
    assertThat(office.job(doneOf29Days).path("state").asText()).isEqualTo("succeeded");
  }

  private static void awaitGone(long job) {
    await("job " + job + " leaves")
        .atMost(Duration.ofSeconds(60))
        .until(() -> rows.count("jobs where id = " + job) == 0);
  }

  private static long job(String state, int daysAgo) {
    return (Long)
        rows.value(
            """
            with ticket as (
              insert into tickets (customer_id, subject, body) values ('C-1', 's', 'b') returning number
            ), moment as (
              select now() - ? * interval '1 day' as ended
            )
            insert into jobs (ticket_number, actor, request_sha256, state, created_at, finished_at)
            select number, 'customer:C-1', 'v1:x', ?, ended, ended
            from ticket, moment
            returning id
            """,
            daysAgo,
            state);
  }

  private static void ended(long job, int daysAgo) {
    rows.change(
        "update jobs set finished_at = finished_at - ? * interval '1 day',"
            + " created_at = created_at - ? * interval '1 day' where id = ?",
        daysAgo,
        daysAgo,
        job);
  }
}
