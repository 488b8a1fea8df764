package org.sortingoffice.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sortingoffice.testing.RunningOffice.json;
import static org.sortingoffice.testing.RunningOffice.ticket;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.sortingoffice.testing.OpenApiDocument;
import org.sortingoffice.testing.RunningOffice;

/**
 * A customer, or somebody at the desk, who sends too fast is told to slow down, and loses nothing.
 */
class RateLimitContractTest {
  private static final int BURST = 4;

  private static RunningOffice office;
  private static OpenApiDocument document;

  @BeforeAll
  static void start() throws IOException {
    document = OpenApiDocument.read();
    // So slow that no token comes back while the test runs.
    office =
        RunningOffice.start(
            "contract_rate",
            Map.of(
                "app.roles", "api",
                "actor.requests.per.second", "0.001",
                "actor.requests.burst", String.valueOf(BURST),
                "operator.requests.per.second", "0.001",
                "operator.requests.burst", "30"));
  }

  @AfterAll
  static void stop() {
    office.close();
  }

  @Test
  void aTicketTooManyIsRefusedAndLeavesNoTrace() {
    String mine = ticket("C-fast", "Parcel is late", "It should have been here on Monday.");
    for (int i = 0; i < BURST; i++) {
      assertThat(office.postTicket("fast-" + i, mine).statusCode()).isEqualTo(202);
    }
    HttpResponse<String> refused = office.postTicket("fast-too-many", mine);

    document.assertDescribed("POST /v1/tickets", refused);
    assertThat(refused.statusCode()).isEqualTo(429);
    assertThat(json(refused).path("code").asText()).isEqualTo("too_many_requests");
    assertThat(refused.headers().firstValueAsLong("Retry-After").orElse(0)).isBetween(900L, 1000L);
    assertThat(refused.headers().firstValue("RateLimit-Policy"))
        .hasValue("\"actor\";q=%d;w=%d".formatted(BURST, BURST * 1000));
    assertThat(office.postTicket(null, mine).statusCode()).as("without a key").isEqualTo(429);
    assertThat(office.rows().count("tickets where customer_id = 'C-fast'")).isEqualTo(BURST);
    assertThat(office.rows().count("jobs where idempotency_key = 'fast-too-many'")).isZero();
    assertThat(office.postTicket("fast-too-many", ticket("C-other", "s", "b")).statusCode())
        .as("another customer, with the same key")
        .isEqualTo(202);
  }

  @Test
  void aReplayIsAnsweredHoweverFastItComes_contract9() {
    String mine = ticket("C-replay", "Parcel is late", "It should have been here on Monday.");
    HttpResponse<String> first = office.postTicket("replay-1", mine);
    for (int i = 0; i < 3 * BURST; i++) {
      HttpResponse<String> replay = office.postTicket("replay-1", mine);
      assertThat(replay.statusCode()).isEqualTo(202);
      assertThat(replay.headers().firstValue("Idempotent-Replayed")).hasValue("true");
      assertThat(json(replay).path("ticket_id")).isEqualTo(json(first).path("ticket_id"));
    }
    assertThat(office.postTicket("replay-2", mine).statusCode()).isEqualTo(429);
    assertThat(
            json(office.postTicket("replay-1", ticket("C-replay", "Other", "b")))
                .path("code")
                .asText())
        .as("the same key with another body")
        .isEqualTo("idempotency_key_reused");
    assertThat(office.rows().count("tickets where customer_id = 'C-replay'")).isEqualTo(1);
  }

  @Test
  void whatCannotBeReadCountsForNobody_andHealthAndMetricsAreNeverRefused() {
    for (int i = 0; i < 2 * BURST; i++) {
      assertThat(office.postTicket(null, "{\"customer_id\":\"C-broken\"}").statusCode())
          .isEqualTo(422);
    }
    assertThat(office.postTicket(null, ticket("C-broken", "s", "b")).statusCode()).isEqualTo(202);

    HttpResponse<String> last = office.get("/v1/overview");
    for (int i = 0; i < 30; i++) {
      last = office.get("/v1/overview");
    }
    JsonNode problem = json(last);
    document.assertDescribed("GET /v1/overview", last);
    assertThat(problem.path("code").asText()).isEqualTo("too_many_requests");
    assertThat(last.headers().firstValue("RateLimit-Policy")).hasValue("\"operator\";q=30;w=30000");
    assertThat(office.get("/health/ready").statusCode()).isEqualTo(200);
    assertThat(office.get("/metrics").statusCode()).isEqualTo(200);
    assertThat(office.postTicket(null, ticket("C-patient", "s", "b")).statusCode())
        .as("a ticket, from the same address")
        .isEqualTo(202);
  }
}
