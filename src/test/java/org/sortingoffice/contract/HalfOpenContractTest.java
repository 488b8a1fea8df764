package org.sortingoffice.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.sortingoffice.testing.RunningOffice.json;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import org.sortingoffice.testing.OfficeProcess;
import org.sortingoffice.testing.RunningOffice;
import org.sortingoffice.testing.TestRows;

/**
 * Q39, Q40, contract 27: what passes a gate that is half open, with two worker processes on one
 * database. One probe at a time is let through over all workers together, not one for each.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
// Small ones first: the many good answers of the third would keep the breaker shut for half a
// minute.
class HalfOpenContractTest {
  /** Long, so that no call of a busy machine ends by it: here the provider ends them. */
  private static final int TIMEOUT_MILLIS = 20_000;

  private static final List<String> WORKERS = List.of("first", "second");

  @TempDir static Path folder;

  private static final Map<String, OfficeProcess> workers = new HashMap<>();
  private static RunningOffice office;
  private static TestRows rows;

  @BeforeAll
  static void start() {
    office = RunningOffice.start("contract_half_open", Map.of("app.roles", "api"));
    rows = office.rows();
  }

  @AfterAll
  static void stop() {
    workers.values().forEach(OfficeProcess::close);
    office.close();
  }

  @BeforeEach
  void twoWorkersAndNothingToDo() throws IOException {
    for (String name : WORKERS) {
      OfficeProcess known = workers.get(name);
      if (known == null || !known.process().isAlive()) {
        workers.put(name, OfficeProcess.start(settings(name), folder.resolve(name + ".log")));
      }
    }
    workers.values().forEach(OfficeProcess::awaitAnswer);
    office.provider("{\"mode\":\"normal\"}");
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
    rows.change("truncate tickets, jobs, ai_runs, ticket_embeddings, deliveries cascade");
    office.forgetCalls();
  }

  @Test
  @Order(3)
  @DisplayName(
      "Q39: 200 due jobs, two workers, a provider that hangs: one probe at a time over all")
  void whenTheCooldownIsOverOneProbeIsInFlightOverAllWorkers_Q39() {
    closeByAnOutageOf(200);
    office.provider("{\"mode\":\"hang\",\"seconds\":1}");
    long spent = rows.count("deliveries where outcome = 'retried'");
    makeAllDue();

    await("three probes came one after the other")
        .atMost(Duration.ofSeconds(30))
        .pollInterval(Duration.ofMillis(20))
        .until(
            () -> {
              assertThat(rows.count("jobs where state = 'running'")).isLessThanOrEqualTo(1);
              return calls("hang").size() >= 3;
            });

    List<Call> probes = calls("hang");
    for (int i = 1; i < probes.size(); i++) {
      assertThat(probes.get(i - 1).ended()).as("the end of probe " + i).isNotNull();
      assertThat(probes.get(i).started()).isAfterOrEqualTo(probes.get(i - 1).ended());
    }
    // The others wait, and nobody spends an attempt: neither they nor the probes.
    assertThat(rows.count("deliveries where outcome = 'retried'")).isEqualTo(spent);
    assertThat(rows.count("jobs where state = 'queued'")).isGreaterThanOrEqualTo(199);
    assertThat(rows.count("jobs where state = 'queued' and attempt = 0 and delivery = 0"))
        .isGreaterThanOrEqualTo(200 - spent - probes.size() - 5);
    assertThat(rows.count("deliveries where outcome = 'waiting' and wait_reason = 'breaker_open'"))
        .isPositive();

    office.provider("{\"mode\":\"normal\"}");
    await("the gate is open and they run on unaided")
        .atMost(Duration.ofSeconds(20))
        .until(() -> gateIs(null) && rows.count("jobs where state = 'succeeded'") >= 50);
  }

  @Test
  @Order(1)
  @DisplayName("Q40: the probe is answered 400, so the provider answers: the gate opens")
  void aProbeThatIsRejectedDecidesForAnOpenGate_Q40() {
    closeByAnOutageOf(6);
    office.provider("{\"mode\":\"context_400\"}");
    makeAllDue();

    await("the gate is open").atMost(Duration.ofSeconds(10)).until(() -> gateIs(null));

    assertThat(rows.value("select probe_until from provider_gate")).isNull();
    // The gate opens first, then the probe's own end is written down.
    await("the probe's end is written down")
        .atMost(Duration.ofSeconds(10))
        .until(() -> rows.count("jobs where last_error like 'ContextTooLong: %'") > 0);
  }

  @Test
  @Order(2)
  @DisplayName("Q40: a call from before the gate closed ends well while a probe is under way")
  void aLateGoodAnswerDoesNotOpenTheGate_Q40() {
    long late = office.postGoodTicket("Late [sim:slow=6@classify*1]");
    await("its call is under way")
        .atMost(Duration.ofSeconds(10))
        .pollInterval(Duration.ofMillis(10))
        .until(() -> calls("slow").stream().anyMatch(call -> call.ended() == null));
    closeByAnOutageOf(6);
    office.provider("{\"mode\":\"hang\",\"seconds\":9}");
    makeAllDue();
    await("a probe is under way")
        .atMost(Duration.ofSeconds(10))
        .pollInterval(Duration.ofMillis(10))
        .until(() -> calls("hang").stream().anyMatch(call -> call.ended() == null));
    assertThat(rows.count("ai_runs where job_id = " + late)).as("still under way").isZero();

    await("the late answer is saved")
        .atMost(Duration.ofSeconds(10))
        .pollInterval(Duration.ofMillis(10))
        .until(() -> rows.count("ai_runs where job_id = " + late) == 1);

    assertThat(gateIs("breaker_open")).isTrue();
    await("the probe decides")
        .atMost(Duration.ofSeconds(20))
        .until(() -> calls("hang").stream().allMatch(call -> call.ended() != null));
    assertThat(gateIs("breaker_open")).isTrue();
  }

  @Test
  @Order(4)
  @DisplayName("Q40: the probing worker is killed: another one probes when its job is taken back")
  void theSlotOfAKilledProbeIsGivenToAnotherWorker_Q40() throws Exception {
    String prober = workerThatProbesAHangingProvider();
    long job = (Long) rows.value("select id from jobs where state = 'running'");
    office.provider("{\"mode\":\"normal\"}");
    // The slot is the probe's for the longest time that a call can take, and 5 s more.
    int atMost = TIMEOUT_MILLIS / 1000 + 5;
    assertThat(rows.count("provider_gate where probe_until <= now() + interval '" + atMost + " s'"))
        .isEqualTo(1);
    String endOfTheSlot = (String) rows.value("select probe_until::text from provider_gate");

    workers.get(prober).kill();

    await("another probe opens the gate").atMost(Duration.ofSeconds(20)).until(() -> gateIs(null));
    assertThat(rows.value("select now() < '" + endOfTheSlot + "'::timestamptz"))
        .as("before the dead probe's time was over")
        .isEqualTo(true);
    assertThat(office.awaitJob(job, "succeeded").path("deliveries").findValuesAsText("outcome"))
        .contains("lost");
    office.awaitAllOver(Duration.ofSeconds(20));
    assertThat(rows.count("jobs where state = 'succeeded'")).isEqualTo(6);
  }

  @Test
  @Order(5)
  @DisplayName(
      "Q40: nobody takes the killed probe's job back: another one probes when its time is over")
  void theSlotOfAKilledProbeThatNobodyTakesBackPassesOnByItsOwnTime_Q40() throws Exception {
    String prober = workerThatProbesAHangingProvider();
    office.provider("{\"mode\":\"normal\"}");

    workers.get(prober).kill();

    rows.change("update jobs set lease_until = now() + interval '1 hour' where state = 'running'");
    assertThat(gateIs("breaker_open")).as("the slot is the dead probe's for now").isTrue();
    rows.change("update provider_gate set probe_until = now()");
    await("another probe opens the gate").atMost(Duration.ofSeconds(20)).until(() -> gateIs(null));
    assertThat(rows.count("deliveries where outcome = 'lost'")).isZero();
    rows.change(
        "update jobs set lease_until = now() where lease_until > now() + interval '1 minute'");
    office.awaitAllOver(Duration.ofSeconds(20));
    assertThat(rows.count("jobs where state = 'succeeded'")).isEqualTo(6);
  }

  /** Of six jobs one is the probe: its worker waits for an answer. */
  private static String workerThatProbesAHangingProvider() {
    rows.change(
        "update provider_gate set reason = 'breaker_open', until = now(), closed_at = now()");
    office.provider("{\"mode\":\"hang\"}");
    for (int i = 0; i < 6; i++) {
      office.postGoodTicket("Ticket " + i);
    }
    return await("a probe is under way")
        .atMost(Duration.ofSeconds(10))
        .pollInterval(Duration.ofMillis(10))
        .until(HalfOpenContractTest::proberAtTheProvider, name -> name != null);
  }

  /** A call as the provider saw it; not ended yet when the end is null. */
  private record Call(Instant started, Instant ended) {}

  private static List<Call> calls(String mode) {
    List<Call> calls = new ArrayList<>();
    for (JsonNode row : office.calls("?limit=10000").path("calls")) {
      if (row.path("mode").asText().equals(mode)) {
        JsonNode ended = row.path("ended");
        calls.add(
            new Call(
                Instant.parse(row.path("started").asText()),
                ended.isNull() ? null : Instant.parse(ended.asText())));
      }
    }
    calls.sort(Comparator.comparing(Call::started));
    return calls;
  }

  private static String proberAtTheProvider() {
    Object holder =
        rows.value(
            "select split_part(locked_by, '@', 1) from jobs, provider_gate"
                + " where state = 'running' and probe_until > now()");
    boolean arrived = calls("hang").stream().anyMatch(call -> call.ended() == null);
    return arrived ? (String) holder : null;
  }

  /** So many tickets meet an outage, and all that were under way have ended. */
  private static void closeByAnOutageOf(int tickets) {
    office.provider("{\"mode\":\"outage\"}");
    rows.change(
        "with ticket as (insert into tickets (customer_id, subject, body)"
            + " select 'C-1', 'Ticket ' || i, 'Where is it?' from generate_series(1, ?) i"
            + " returning number) insert into jobs (ticket_number, actor, request_sha256)"
            + " select number, 'customer:C-1', 'test' from ticket",
        tickets);
    await("the gate is closed")
        .atMost(Duration.ofSeconds(20))
        .pollInterval(Duration.ofMillis(20))
        .until(() -> gateIs("breaker_open"));
    await("only the late one is under way")
        .atMost(Duration.ofSeconds(10))
        .pollInterval(Duration.ofMillis(20))
        .until(
            () ->
                rows.count(
                        "jobs join tickets on number = ticket_number"
                            + " where state = 'running' and subject like 'Ticket %'")
                    == 0);
  }

  private static void makeAllDue() {
    rows.change("update jobs set run_at = now() where state = 'queued'");
  }

  private static boolean gateIs(String reason) {
    JsonNode shown = json(office.get("/v1/provider")).path("reason");
    return reason == null ? shown.isNull() : reason.equals(shown.asText());
  }

  private static Map<String, String> settings(String name) {
    Map<String, String> settings = office.settingsOf(Map.of());
    // Each process finds a free one.
    settings.remove("http.port");
    settings.putAll(
        Map.of(
            "worker.name", name,
            "worker.concurrency", "8",
            "database.pool.size", "4",
            "claim.poll.millis", "50",
            "lease.seconds", "3",
            "lease.renew.seconds", "1",
            "retry.base.seconds", "0.05",
            "breaker.open.seconds", "0.5",
            "breaker.open.cap.seconds", "0.5",
            "provider.timeout.millis", String.valueOf(TIMEOUT_MILLIS)));
    return settings;
  }
}
