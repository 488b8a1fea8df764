package org.sortingoffice.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.http.HttpRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.sortingoffice.simulator.RunningSimulator.Answer;

/** The log that tests count, and the switching of modes that counts with it. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SimulatorCallLogTest {
  private static final int ROWS_KEPT = 50;

  private RunningSimulator simulator;

  @BeforeAll
  void start() {
    simulator = RunningSimulator.start(SimulatorSettings.defaults().withCallsKept(ROWS_KEPT));
  }

  @AfterAll
  void stop() {
    simulator.close();
  }

  @BeforeEach
  void calm() {
    simulator.mode("{\"mode\":\"normal\"}");
    simulator.forgetCalls();
  }

  @Test
  void countsEveryCallByStepAndTicketHoweverManyComeAtOnce() {
    List<CompletableFuture<Answer>> calls = new ArrayList<>();
    for (int round = 0; round < 3; round++) {
      for (int ticket = 1; ticket <= 40; ticket++) {
        calls.add(simulator.sendAsync(chat("T-" + ticket, "classify")));
        calls.add(simulator.sendAsync(chat("T-" + ticket, "draft_reply")));
      }
    }
    calls.forEach(call -> assertThat(call.join().status()).isEqualTo(200));
    JsonNode all = simulator.calls("");
    assertThat(all.path("total").intValue()).isEqualTo(240);
    assertThat(all.at("/by_step/classify").intValue()).isEqualTo(120);
    assertThat(all.at("/by_step/draft_reply").intValue()).isEqualTo(120);
    assertThat(all.path("calls")).hasSize(ROWS_KEPT);
    for (int ticket = 1; ticket <= 40; ticket++) {
      JsonNode own = simulator.calls("?ticket=T-" + ticket);
      assertThat(own.at("/by_step/classify").intValue()).isEqualTo(3);
      assertThat(own.path("total").intValue()).isEqualTo(6);
    }
    assertThat(simulator.calls("?step=classify&ticket=T-7").path("total").intValue()).isEqualTo(3);
  }

  @Test
  void aRowSaysWhoseCallItWasAndWhatBecameOfIt() {
    simulator.mode("{\"steps\":{\"classify\":\"outage\"}}");
    simulator.send(chat("T-500001", "classify").header("X-Job", "1").header("X-Delivery", "2"));
    JsonNode row = simulator.calls("").at("/calls/0");
    assertThat(row.path("seq").intValue()).isEqualTo(1);
    assertThat(row.path("nth").intValue()).isEqualTo(1);
    assertThat(row.path("step").textValue()).isEqualTo("classify");
    assertThat(row.path("ticket").textValue()).isEqualTo("T-500001");
    assertThat(row.path("job").textValue()).isEqualTo("1");
    assertThat(row.path("delivery").textValue()).isEqualTo("2");
    assertThat(row.path("mode").textValue()).isEqualTo("outage");
    assertThat(row.path("status").intValue()).isEqualTo(503);
    assertThat(row.path("client_gone").booleanValue()).isFalse();
  }

  @Test
  void theStepIsDeducedWhereNoHeaderNamesIt() {
    simulator.classify("one");
    simulator.draft("two");
    simulator.embed("three");
    assertThat(simulator.calls("").path("calls").findValuesAsText("step"))
        .containsExactly("classify", "draft_reply", "embed");
  }

  @Test
  void malformedCallsCountToo() {
    simulator.send(
        simulator.request("/v1/embeddings").POST(HttpRequest.BodyPublishers.ofString("{}")));
    JsonNode row = simulator.calls("").at("/calls/0");
    assertThat(row.path("mode").textValue()).isEqualTo("malformed");
    assertThat(row.path("status").intValue()).isEqualTo(400);
  }

  @Test
  void tokensStandInTheRow() {
    Answer answer = simulator.draft("one");
    JsonNode row = simulator.calls("").at("/calls/0");
    assertThat(row.path("prompt_tokens")).isEqualTo(answer.at("/usage/prompt_tokens"));
    assertThat(row.path("completion_tokens")).isEqualTo(answer.at("/usage/completion_tokens"));
  }

  @Test
  void limitTakesTheNewestRows() {
    for (int i = 0; i < 5; i++) {
      simulator.classify("one");
    }
    assertThat(simulator.calls("?limit=2").path("calls").findValuesAsText("seq"))
        .containsExactly("4", "5");
    assertThat(simulator.get("/admin/calls?limit=x").status()).isEqualTo(400);
  }

  @Test
  void modesMayDifferByStep() {
    simulator.mode(
        "{\"mode\":\"outage\",\"steps\":{\"classify\":\"normal\",\"embed\":{\"mode\":\"outage\",\"status\":500}}}");
    assertThat(simulator.classify("one").status()).isEqualTo(200);
    assertThat(simulator.draft("one").status()).isEqualTo(503);
    assertThat(simulator.embed("one").status()).isEqualTo(500);
  }

  @Test
  void aModeMayEndAfterSomeCallsOfEachTicketAndStep() {
    simulator.mode("{\"mode\":\"outage\",\"times\":2}");
    for (String ticket : List.of("T-1", "T-2")) {
      assertThat(simulator.send(chat(ticket, "classify")).status()).isEqualTo(503);
      assertThat(simulator.send(chat(ticket, "classify")).status()).isEqualTo(503);
      assertThat(simulator.send(chat(ticket, "classify")).status()).isEqualTo(200);
      assertThat(simulator.send(chat(ticket, "draft_reply")).status()).isEqualTo(503);
    }
  }

  @Test
  void aMarkerMovesOneTicketOneStepAndSomeCallsOnly() {
    String subject = "Parcel lost [sim:outage=500@draft_reply*2]";
    assertThat(simulator.classify(subject).status()).isEqualTo(200);
    assertThat(simulator.draft(subject).status()).isEqualTo(500);
    assertThat(simulator.draft(subject).status()).isEqualTo(500);
    assertThat(simulator.draft(subject).status()).isEqualTo(200);
    assertThat(simulator.draft("Parcel lost").status()).isEqualTo(200);
  }

  @Test
  void aMarkerBeatsTheModesInForce() {
    simulator.mode("{\"mode\":\"outage\"}");
    assertThat(simulator.draft("Parcel lost [sim:normal]").status()).isEqualTo(200);
  }

  @Test
  void anUnknownModeInAMarkerIsSaidSo() {
    Answer answer = simulator.draft("Parcel lost [sim:no_such_mode]");
    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.body()).contains("no_such_mode");
  }

  private HttpRequest.Builder chat(String ticket, String step) {
    return simulator
        .chatRequest("Parcel lost", false)
        .header("X-Ticket", ticket)
        .header("X-Step", step);
  }
}
