package org.sortingoffice.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.sortingoffice.testing.RunningOffice.json;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.sortingoffice.testing.RunningOffice;
import org.sortingoffice.testing.TestRows;

/** H38, contract 27: what opens the breaker and what does not: 5 calls of 3 jobs, as set. */
class BreakerContractTest {
  private static RunningOffice office;
  private static TestRows rows;

  @BeforeAll
  static void start() {
    office =
        RunningOffice.start(
            "contract_breaker",
            Map.of(
                "claim.poll.millis", "20",
                "job.max.attempts", "31",
                "retry.base.seconds", "0.01",
                "retry.cap.seconds", "0.01",
                "breaker.open.seconds", "60",
                "worker.concurrency", "1"));
    rows = office.rows();
  }

  @AfterAll
  static void stop() {
    office.close();
  }

  /** A worker that saw the gate closed counts afresh when it claims again. */
  @BeforeEach
  void nothingCountedYet() {
    cancelAllAndOpenTheGate();
    office.provider("{\"mode\":\"rate_limited\",\"header\":\"60\"}");
    office.postGoodTicket("Closes the gate");
    awaitClosed();
    cancelAllAndOpenTheGate();
    rows.change("truncate tickets, jobs, ai_runs, ticket_embeddings, deliveries cascade");
    office.forgetCalls();
    office.provider("{\"mode\":\"normal\"}");
  }

  @Test
  @DisplayName("H38, H48, H49: 20 rejections, too long or filtered: closed")
  void rejectionsDoNotOpenIt_H38_H48_H49() {
    office.provider("{\"mode\":\"context_400\"}");
    post(10, "Too long");
    post(10, "Filtered [sim:filter_400]");
    office.awaitAllOver(Duration.ofSeconds(20));

    assertThat(rows.count("jobs where state = 'failed' and attempt = 1")).isEqualTo(20);
    assertThat(office.callCount()).isEqualTo(20);
    assertThat(provider().path("open").asBoolean()).isTrue();
  }

  @Test
  @DisplayName("H38: 20 x 429: the breaker is closed, the gate is closed instead")
  void rateLimitsCloseTheGateInstead_H38() {
    office.provider("{\"mode\":\"rate_limited\",\"header\":\"60\"}");
    post(20, "Slow down");
    awaitClosed();

    assertThat(provider().path("reason").asText()).isEqualTo("rate_limited");
    for (int times = 2; times <= 20; times++) {
      int seen = times;
      rows.change("update jobs set run_at = now() where state = 'queued'");
      rows.change("update provider_gate set until = now()");
      await()
          .atMost(Duration.ofSeconds(20))
          .pollInterval(Duration.ofMillis(10))
          .until(() -> provider().path("times").asInt() >= seen);
      assertThat(provider().path("reason").asText()).isEqualTo("rate_limited");
    }
    await()
        .atMost(Duration.ofSeconds(10))
        .untilAsserted(() -> assertThat(rows.count("jobs where attempt > 0")).isZero());
  }

  @Test
  @DisplayName("H38: 5 x 503 of three jobs: open")
  void fiveFailuresOfThreeJobsOpenIt_H38() {
    post(3, "Ill [sim:outage]");
    awaitClosed();

    JsonNode provider = provider();
    assertThat(provider.path("reason").asText()).isEqualTo("breaker_open");
    // Not before the fifth, and no later: each call counts once.
    assertThat(office.callCount()).isEqualTo(5);
    assertThat(rows.count("jobs where attempt > 0")).isEqualTo(3);
  }

  @Test
  @DisplayName("H38: 30 x 503 of one ticket only: closed")
  void onePoisonTicketDoesNotOpenIt_H38() {
    long poison = office.postGoodTicket("Poison [sim:outage@classify*30]");

    JsonNode done = office.awaitJob(poison, "succeeded");

    assertThat(done.path("attempts").asInt()).isEqualTo(31);
    assertThat(
            done.path("deliveries").findValuesAsText("outcome").stream().filter("retried"::equals))
        .hasSize(30);
    assertThat(provider().path("open").asBoolean()).isTrue();
  }

  @Test
  @DisplayName("H51: one text that a model cannot embed: a dead letter, and closed for the others")
  void aTextThatCannotBeEmbeddedDoesNotOpenIt_H51() {
    long poison = office.postGoodTicket("Cannot be embedded [sim:nan@embed]");
    List<Long> others = post(3, "Good");

    others.forEach(job -> office.awaitJob(job, "succeeded"));
    JsonNode dead = office.awaitJob(poison, "dead_letter");

    assertThat(dead.path("last_error").asText())
        .isEqualTo("ProviderUnavailable: the provider answered 500");
    assertThat(dead.path("steps_done")).hasSize(2);
    assertThat(provider().path("open").asBoolean()).isTrue();
  }

  private static List<Long> post(int tickets, String subject) {
    return IntStream.range(0, tickets).mapToObj(i -> office.postGoodTicket(subject)).toList();
  }

  private static void cancelAllAndOpenTheGate() {
    await("no job is queued or running")
        .atMost(Duration.ofSeconds(20))
        .pollInterval(Duration.ofMillis(10))
        .until(
            () -> {
              rows.change(
                  "update jobs set state = 'cancelled', finished_at = now(), wait_reason = null"
                      + " where state = 'queued'");
              return rows.count("jobs where state in ('queued', 'running')") == 0;
            });
    rows.change(
        "update provider_gate set reason = null, until = null, consecutive = 0, probe_until = null,"
            + " closed_at = null");
  }

  private static JsonNode provider() {
    return json(office.get("/v1/provider"));
  }

  private static void awaitClosed() {
    await("the gate is closed")
        .atMost(Duration.ofSeconds(20))
        .pollInterval(Duration.ofMillis(10))
        .until(() -> !provider().path("open").asBoolean());
  }
}
