package org.sortingoffice.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.sortingoffice.testing.RunningOffice.json;
import static org.sortingoffice.testing.RunningOffice.ticket;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.sortingoffice.office.SortingOffice;
import org.sortingoffice.testing.RunningOffice;

/** A queue that is full takes no new tickets, and one actor does not fill it alone. */
class BackpressureContractTest {
  private static final Duration SOON = Duration.ofSeconds(60);

  private RunningOffice office;

  @AfterEach
  void stop() {
    office.close();
  }

  @Test
  void aFullQueueRefusesNewTickets_replaysPass_andNothingIsKept_contract9() {
    start("queue_full", Map.of("queue.limit", "5"));
    fill(5);

    HttpResponse<String> refused = post("key-5", "C-5");
    assertProblem(refused, 503, "queue_full");
    assertThat(refused.headers().firstValueAsLong("Retry-After").orElseThrow()).isBetween(1L, 300L);
    assertProblem(post(null, "C-6"), 503, "queue_full");
    assertThat(office.rows().count("jobs")).isEqualTo(5);
    assertThat(office.rows().count("tickets")).isEqualTo(5);

    HttpResponse<String> replayed = post("key-3", "C-3");
    assertThat(replayed.statusCode()).isEqualTo(202);
    assertThat(replayed.headers().firstValue("Idempotent-Replayed")).hasValue("true");
    assertThat(json(replayed).at("/links/job").asText())
        .isEqualTo(json(post("key-3", "C-3")).at("/links/job").asText());
    assertProblem(
        office.postTicket("key-3", ticket("C-3", "Another body", "Hello.")),
        422,
        "idempotency_key_reused");
    assertThat(office.get("/metrics").body())
        .containsPattern("sorting_office_tickets_refused_total\\{reason=\"queue_full\"} [1-9]");

    office.post("/v1/jobs/1/cancel");
    await("room for the one that was refused")
        .atMost(SOON)
        .until(() -> post("key-5", "C-5").statusCode() == 202);
    assertThat(post("key-5", "C-5").headers().firstValue("Idempotent-Replayed")).hasValue("true");
  }

  @Test
  void jobsThatWaitForTheirTimeFillTheQueueToo_andARestartForgetsNothing() {
    start("queue_waits", Map.of());
    for (int i = 0; i < 5; i++) {
      post(null, "C-" + i);
    }
    office
        .rows()
        .change("update jobs set run_at = now() + interval '1 hour', wait_reason = 'rate_limited'");
    office.closeOffice();
    office.open(Map.of("app.roles", "api", "queue.limit", "5"));

    await("a refusal once the queue was counted")
        .atMost(SOON)
        .until(() -> post(null, "C-9").statusCode() == 503);
    assertThat(office.rows().count("jobs")).as("accepted before the first count").isLessThan(10);
  }

  @Test
  void manyAtOnceDoNotOverfillTheQueue() {
    start("queue_crowd", Map.of("queue.limit", "20"));

    List<Integer> answers =
        IntStream.range(0, 100)
            .mapToObj(i -> office.sendAsync(office.ticketRequest("k" + i, body("C-" + i))))
            .toList()
            .stream()
            .map(CompletableFuture::join)
            .map(HttpResponse::statusCode)
            .toList();

    assertThat(answers).containsOnly(202, 503);
    assertThat(office.rows().count("jobs"))
        .isEqualTo(answers.stream().filter(status -> status == 202).count())
        .isBetween(1L, 20L);
  }

  @Test
  void processesLearnOfEachOthersTickets() {
    start("queue_two", Map.of("queue.limit", "10"));
    try (SortingOffice other =
        SortingOffice.openWith(
            office.settingsOf(Map.of("app.roles", "api", "queue.limit", "10")))) {
      fill(10);
      await("the other process has counted")
          .atMost(SOON)
          .until(
              () ->
                  office
                          .send(
                              office
                                  .request("/")
                                  .uri(other.api().resolve("/v1/tickets"))
                                  .header("Content-Type", "application/json")
                                  .POST(BodyPublishers.ofString(body("C-OTHER"))))
                          .statusCode()
                      == 503);
    }
    assertThat(office.rows().count("jobs"))
        .as("too many by what was accepted until the next count")
        .isBetween(10L, 100L);
  }

  @Test
  void anActorsShareIsItsOwn_429() {
    start("actor_share", Map.of("actor.limit", "12"));
    for (int i = 0; i < 12; i++) {
      assertThat(post("key-" + i, "C-HOG").statusCode()).as("ticket %d", i).isEqualTo(202);
    }

    HttpResponse<String> refused = post("key-12", "C-HOG");
    assertProblem(refused, 429, "own_share_used_up");
    assertThat(refused.headers().firstValueAsLong("Retry-After").orElseThrow()).isBetween(1L, 300L);
    assertThat(office.rows().count("jobs")).isEqualTo(12);
    assertThat(post("key-1", "C-HOG").headers().firstValue("Idempotent-Replayed")).hasValue("true");
    assertThat(post("key-1", "C-OTHER").statusCode()).as("another actor").isEqualTo(202);
    assertThat(office.get("/metrics").body())
        .contains("sorting_office_tickets_refused_total{reason=\"own_share_used_up\"} 1.0");

    office.rows().change("update jobs set state = 'cancelled', finished_at = now() where bulk");
    await("room in its share").atMost(SOON).until(() -> post("k", "C-HOG").statusCode() == 202);
  }

  @Test
  void aProcessThatWasRestartedFindsTheShareUsedUpAfterAFewMore() {
    start("actor_restart", Map.of("actor.limit", "12"));
    for (int i = 0; i < 12; i++) {
      post(null, "C-HOG");
    }
    office.closeOffice();
    office.open(Map.of("app.roles", "api", "actor.limit", "12"));

    List<Integer> answers =
        IntStream.range(0, 30).mapToObj(i -> post(null, "C-HOG").statusCode()).toList();

    assertThat(answers).endsWith(429, 429, 429);
    assertThat(office.rows().count("jobs")).isLessThanOrEqualTo(12 + 10 + 1);
  }

  /** A ticket that comes while the queue is counted may count twice until the next count. */
  private void fill(int jobs) {
    for (int i = 0; i < jobs; i++) {
      String key = "key-" + i;
      String customer = "C-" + i;
      await("room for ticket " + i)
          .atMost(SOON)
          .until(() -> post(key, customer).statusCode() == 202);
    }
  }

  private void start(String database, Map<String, String> settings) {
    Map<String, String> all = new HashMap<>(settings);
    all.put("app.roles", "api");
    office = RunningOffice.start("contract_" + database, all);
  }

  private HttpResponse<String> post(String key, String customer) {
    return office.postTicket(key, body(customer));
  }

  private static String body(String customer) {
    return ticket(customer, "Parcel is late", "It should have been here on Monday.");
  }

  private static void assertProblem(HttpResponse<String> answer, int status, String code) {
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
    assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/problem+json");
    JsonNode problem = json(answer);
    assertThat(problem.path("code").asText()).isEqualTo(code);
    assertThat(problem.path("status").asInt()).isEqualTo(status);
    assertThat(problem.path("type").asText()).endsWith(code);
  }
}
