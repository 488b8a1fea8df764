package org.sortingoffice.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.sortingoffice.testing.RunningOffice.json;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.sortingoffice.testing.RunningOffice;
import org.sortingoffice.testing.TestRows;

/**
 * Contract 24, 26, 27 and 28: what is no failure of the job costs it nothing, and is settled once
 * for all workers.
 */
class GateContractTest {
  private RunningOffice office;
  private TestRows rows;

  @BeforeEach
  void start() {
    office = RunningOffice.start("contract_gate", settings());
    rows = office.rows();
  }

  @AfterEach
  void stop() {
    office.close();
  }

  private static Map<String, String> settings() {
    return Map.of(
        "claim.poll.millis", "100",
        "retry.base.seconds", "0.05",
        "breaker.open.seconds", "1",
        "breaker.open.cap.seconds", "2",
        "provider.probe.seconds", "1",
        "provider.probe.cap.seconds", "1",
        "worker.concurrency", "8");
  }

  @Test
  @DisplayName("H34: being told to slow down costs no attempt")
  void beingToldToSlowDownCostsNoAttempt_contract24_H34() {
    office.provider("{\"mode\":\"quota\",\"limit\":12,\"window_seconds\":2}");

    List<Long> jobs = post(12);

    office.awaitAllOver(Duration.ofSeconds(60));
    assertThat(rows.count("jobs where state = 'succeeded' and attempt = 1")).isEqualTo(12);
    assertThat(rows.count("deliveries where outcome = 'waiting'")).isPositive();
    assertThat(rows.count("deliveries where outcome in ('retried', 'dead_letter')")).isZero();
    assertThat(jobs).hasSize(12);
  }

  @Test
  @DisplayName("H32: a block is settled by one probe at a time, and jobs run on by themselves")
  void aBlockIsSettledByOneProbeAtATimeAndJobsRunOnByThemselves_contract26_H32() {
    office.provider("{\"mode\":\"billing\"}");
    post(20);
    await().atMost(Duration.ofSeconds(20)).until(() -> provider().path("times").asInt() >= 3);

    assertThat(provider().path("reason").asText()).isEqualTo("provider_blocked");
    assertThat(rows.count("jobs where state = 'queued' and attempt = 0"))
        .isGreaterThanOrEqualTo(19);
    long calls = office.callCount();
    assertThat(calls).isLessThanOrEqualTo(8 + provider().path("times").asInt());

    assertThat(office.get("/health/ready").statusCode()).isEqualTo(200);
    assertThat(office.get("/health/ready").body())
        .startsWith(
            "{\"status\":\"UP\",\"provider\":{\"gate\":\"closed\",\"reason\":\"provider_blocked\"");
    assertThat(metrics())
        .contains(
            "sorting_office_provider_gate_closed{provider=\"default\",reason=\"provider_blocked\"} 1.0")
        .contains(
            "sorting_office_provider_gate_closed{provider=\"default\",reason=\"breaker_open\"} 0.0");

    office.provider("{\"mode\":\"normal\"}");
    office.awaitAllOver(Duration.ofSeconds(60));
    assertThat(rows.count("jobs where state = 'succeeded' and attempt = 1")).isEqualTo(20);
    assertThat(provider().path("open").asBoolean()).isTrue();
    // What was read from the database a second ago is shown again.
    await()
        .atMost(Duration.ofSeconds(30))
        .until(
            () ->
                metrics()
                    .contains("gate_closed{provider=\"default\",reason=\"provider_blocked\"} 0.0"));
    assertThat(metrics())
        .contains("resilience4j_circuitbreaker_failure_rate{name=\"provider\"} 0.0");
  }

  @Test
  @DisplayName("H37: in an outage only jobs in flight spend attempts")
  void inAnOutageOnlyJobsInFlightSpendAttempts_contract27_H37() {
    office.provider("{\"mode\":\"outage\"}");
    post(40);
    await().atMost(Duration.ofSeconds(20)).until(() -> provider().path("times").asInt() >= 3);

    assertThat(provider().path("reason").asText()).isEqualTo("breaker_open");
    // Five failures open the breaker; at most the eight that were under way then fail as well.
    assertThat(rows.count("deliveries where outcome = 'retried'")).isLessThanOrEqualTo(5 + 8);
    assertThat(rows.count("jobs where state = 'dead_letter'")).isZero();

    office.provider("{\"mode\":\"normal\"}");
    office.awaitAllOver(Duration.ofSeconds(60));
    assertThat(rows.count("jobs where state = 'succeeded'")).isEqualTo(40);
  }

  /** 2.75 hours, fast-forwarded: every wait is over as soon as the probe before it failed. */
  @Test
  @DisplayName("H37: an outage of 2.75 hours, fast-forwarded")
  void inALongOutageAllButThoseInFlightWaitAndFinishUnaided_contract27_H37() {
    office.provider("{\"mode\":\"outage\"}");
    post(57);
    await().atMost(Duration.ofSeconds(30)).until(() -> !provider().path("open").asBoolean());
    for (int probe = 0; probe < 83; probe++) {
      int times = provider().path("times").asInt();
      skipTime();
      await()
          .atMost(Duration.ofSeconds(20))
          .pollInterval(Duration.ofMillis(10))
          .until(() -> provider().path("times").asInt() > times);
    }

    assertThat(rows.count("jobs where state = 'dead_letter'")).isLessThanOrEqualTo(8);
    office.provider("{\"mode\":\"normal\"}");
    skipTime();
    office.awaitAllOver(Duration.ofSeconds(60));
    assertThat(
            rows.count("jobs where state = 'succeeded'")
                + rows.count("jobs where state = 'dead_letter'"))
        .isEqualTo(57);
    assertThat(rows.count("jobs where state = 'dead_letter'")).isLessThanOrEqualTo(8);
  }

  @Test
  void nothingWaitsUnseenForEver_contract28() {
    office.closeOffice();
    office.open(Map.of("app.roles", "api,housekeeping", "housekeeping.seconds", "1"));
    long job = office.postGoodTicket("Nobody works");
    rows.change("update jobs set queued_since = now() - interval '25 hours' where id = ?", job);

    JsonNode dead = office.awaitJob(job, "dead_letter");

    assertThat(dead.path("last_error").asText()).startsWith("TooOld: ");
    assertThat(office.post("/v1/jobs/" + job + "/retry").statusCode()).isEqualTo(202);
    assertThat(office.job(job).path("state").asText()).isEqualTo("queued");
  }

  @Test
  void moreThanOneStatementTakesAreSetAsideInOneLook_contract28() {
    office.closeOffice();
    rows.change(
        "with ticket as (insert into tickets (customer_id, subject, body)"
            + " select 'C-1', 'Ticket ' || i, 'Where is it?' from generate_series(1, 1200) i"
            + " returning number) insert into jobs (ticket_number, actor, request_sha256, queued_since)"
            + " select number, 'customer:C-1', 'test', now() - interval '25 hours' from ticket");

    office.open(Map.of("app.roles", "api,housekeeping", "housekeeping.seconds", "3600"));

    await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> rows.count("jobs where last_error like 'TooOld: %'") == 1200);
  }

  @Test
  void deadLettersAreGroupedByErrorAndStep() {
    office.provider("{\"steps\":{\"embed\":\"context_400\"}}");
    post(3);
    office.awaitAllOver(Duration.ofSeconds(30));

    JsonNode groups = json(office.get("/v1/dead-letters/groups")).path("groups");

    assertThat(groups).hasSize(1);
    assertThat(groups.at("/0/count").asInt()).isEqualTo(3);
    assertThat(groups.at("/0/step").asText()).isEqualTo("embed");
    assertThat(groups.at("/0/state").asText()).isEqualTo("failed");
    assertThat(json(office.get("/v1/jobs?state=failed&step=embed&limit=2")).path("jobs"))
        .hasSize(2);
  }

  private List<Long> post(int tickets) {
    return IntStream.range(0, tickets).mapToObj(i -> office.postGoodTicket("Ticket " + i)).toList();
  }

  private String metrics() {
    return office.get("/metrics").body();
  }

  private JsonNode provider() {
    return json(office.get("/v1/provider"));
  }

  /** Lets every wait be over, as if an hour had passed. */
  private void skipTime() {
    rows.change(
        "update provider_gate set until = now() - interval '1 second' where reason is not null");
    rows.change("update jobs set run_at = now() where state = 'queued' and run_at > now()");
  }
}
