package org.sortingoffice.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sortingoffice.testing.RunningOffice;

/** H53, Q06: a call ends at its deadline, whatever the provider sends until then. */
class ProviderDeadlineContractTest {
  private static RunningOffice office;

  @BeforeAll
  static void start() {
    office =
        RunningOffice.start(
            "contract_deadline",
            Map.of(
                "claim.poll.millis", "50",
                "retry.base.seconds", "0.01",
                "breaker.minimum.calls", "10000",
                "provider.timeout.millis", "1500"));
    office.awaitJob(office.postGoodTicket("Warms up"), "succeeded");
  }

  @AfterAll
  static void stop() {
    office.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"mode\":\"hang\"}",
        "{\"mode\":\"slow\",\"seconds\":60}",
        "{\"mode\":\"keepalive_newlines\",\"every_ms\":100}"
      })
  void aCallThatIsNotOverInTimeIsDisconnected_H53_Q06(String mode) {
    office.provider("{\"steps\":{\"classify\":" + mode + "}}");
    long start = System.nanoTime();
    long job = office.postGoodTicket("Slow");

    JsonNode dead = office.awaitJob(job, "dead_letter");

    assertThat(dead.path("last_error").asText())
        .isEqualTo("ProviderUnavailable: the provider did not answer in time");
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(40));
    await()
        .atMost(Duration.ofSeconds(10))
        .untilAsserted(
            () ->
                assertThat(calls(dead, "classify").findValuesAsText("client_gone"))
                    .hasSize(5)
                    .containsOnly("true"));
  }

  @Test
  void aLateAttemptLeavesNothingBehindAndTheNextOneIsSavedOnce_Q06() {
    office.provider("{\"steps\":{\"draft_reply\":{\"mode\":\"slow\",\"seconds\":60,\"times\":1}}}");
    long job = office.postGoodTicket("Slow at first");

    JsonNode done = office.awaitJob(job, "succeeded");

    assertThat(done.path("attempts").asInt()).isEqualTo(2);
    assertThat(calls(done, "draft_reply").path("calls")).hasSize(2);
    assertThat(office.rows().count("ai_runs where job_id = " + job)).isEqualTo(3);
  }

  private static JsonNode calls(JsonNode job, String step) {
    return office.calls("?ticket=%s&step=%s".formatted(job.path("ticket_id").asText(), step));
  }
}
