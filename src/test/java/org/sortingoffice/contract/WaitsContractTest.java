package org.sortingoffice.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.sortingoffice.testing.RunningOffice.json;

import com.fasterxml.jackson.databind.JsonNode;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sortingoffice.testing.RunningOffice;
import org.sortingoffice.testing.TestRows;

/**
 * Contract 20, 24: how long jobs wait, with the waits as they are in earnest (2, 4, 8, 16 s, up to
 * 60 s), and what many of them do together. Time is not waited for: jobs are made due by hand.
 */
class WaitsContractTest {
  private static final int CONCURRENCY = 16;

  private static RunningOffice office;
  private static TestRows rows;

  @BeforeAll
  static void start() {
    office =
        RunningOffice.start(
            "contract_waits",
            Map.of(
                "claim.poll.millis", "10",
                "worker.concurrency", String.valueOf(CONCURRENCY),
                "job.max.attempts", "1000",
                "breaker.minimum.calls", "10000"));
    rows = office.rows();
    rows.change("create table gate_writes (at timestamptz not null default clock_timestamp())");
    rows.change(
        "create function note_gate_write() returns trigger language plpgsql as"
            + " 'begin insert into gate_writes default values; return null; end'");
    rows.change(
        "create trigger note_gate_write after update on provider_gate"
            + " for each row execute function note_gate_write()");
  }

  @AfterAll
  static void stop() {
    office.close();
  }

  @BeforeEach
  void nothingToDoAndAnOpenGate() {
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
    openGate();
    rows.change(
        "truncate tickets, jobs, ai_runs, ticket_embeddings, deliveries, gate_writes cascade");
    office.forgetCalls();
  }

  // --- One job ---

  @Test
  @DisplayName("H65, H36: 429 with Retry-After 20: one call, and the job is let go at once")
  void aRefusedJobIsLetGoAtOnceAndNobodySleeps_H65_H36() {
    office.provider("{\"mode\":\"rate_limited\",\"header\":\"20\"}");
    List<Duration> released = new ArrayList<>();
    for (int round = 1; round <= 5; round++) {
      openGate();
      long job = office.postGoodTicket("Round " + round);
      awaitDeliveries(round, "waiting");
      assertThat(office.callCount()).isEqualTo(round);
      assertThat(waitSeconds(job)).isBetween(20.0, 20.1);
      Instant answered = Instant.parse(office.calls("?limit=1").at("/calls/0/ended").asText());
      released.add(Duration.between(answered, endOfDelivery(job)));
    }

    assertThat(rows.count("jobs where locked_by is not null or lease_until is not null")).isZero();
    assertThat(office.office().heldJobs().free()).isEqualTo(CONCURRENCY);
    // The best of five: what else the machine does is not the question.
    assertThat(released.stream().min(Duration::compareTo).orElseThrow())
        .isLessThan(Duration.ofMillis(100));
  }

  @Test
  @DisplayName("H65, H36: 503 without a hint: one call for each attempt")
  void anAttemptIsOneCall_H65_H36() {
    long job = office.postGoodTicket("Ill once [sim:outage@classify*1]");
    awaitDeliveries(1, "retried");
    assertThat(office.callCount()).isEqualTo(1);
    assertThat(waitSeconds(job)).isBetween(0.0, 2.1);
    makeAllDue();

    assertThat(office.awaitJob(job, "succeeded").path("attempts").asInt()).isEqualTo(2);
    assertThat(office.calls("").path("by_step").toString())
        .isEqualTo("{\"classify\":2,\"draft_reply\":1,\"embed\":1}");
  }

  @Test
  @DisplayName(
      "H35, Q36, Q31: 100 x 429, then one 503: attempt 1, the first backoff, one row of history")
  void waitingInflatesNeitherTheAttemptsNorTheBackoff_H35_Q36_Q31() {
    office.provider("{\"mode\":\"rate_limited\",\"header\":\"1\"}");
    long job = office.postGoodTicket("Told to wait a hundred times");
    for (int times = 1; times <= 100; times++) {
      awaitRepeats(times);
      if (times < 100) {
        openGate();
        makeAllDue();
      }
    }
    JsonNode waiting = office.job(job);
    assertThat(waiting.path("attempts").asInt()).isZero();
    assertThat(waiting.at("/waiting/times_rate_limited").asInt()).isEqualTo(100);

    office.provider("{\"mode\":\"outage\"}");
    openGate();
    makeAllDue();
    awaitDeliveries(1, "retried");
    office.provider("{\"mode\":\"normal\"}");

    assertThat(waitSeconds(job)).isBetween(0.0, 2.1);
    makeAllDue();
    JsonNode done = office.awaitJob(job, "succeeded");
    assertThat(done.at("/deliveries/1/attempt").asInt()).isEqualTo(1);
    assertThat(done.path("attempts").asInt()).isEqualTo(2);
    assertThat(done.path("deliveries").findValuesAsText("outcome"))
        .containsExactly("waiting", "retried", "succeeded");
    assertThat(done.at("/deliveries/0/repeats").asInt()).isEqualTo(100);
  }

  @ParameterizedTest
  @CsvSource({"62", "63", "64", "999"})
  @DisplayName("Q32: a job at its attempt 62 and beyond waits within the cap and never in the past")
  void noAttemptOverflowsIntoThePast_Q32(int attempt) {
    office.provider("{\"mode\":\"outage\"}");
    insertJobs(20, attempt - 1);
    awaitDeliveries(20, "retried");

    assertThat(rows.count("jobs where attempt = " + attempt)).isGreaterThanOrEqualTo(10);
    assertThat(waits("retried", attempt))
        .hasSize(20)
        .allSatisfy(wait -> assertThat(wait).isBetween(0.0, 60.0))
        .anySatisfy(wait -> assertThat(wait).isGreaterThan(10.0));
    // No busy loop: a call for each delivery and no more.
    assertThat(office.callCount()).isLessThan(40);
  }

  @Test
  @DisplayName("Q32: a job and a gate that were told to wait 62 times wait within the cap")
  void noNumberOfWaitsOverflows_Q32() {
    office.provider("{\"mode\":\"rate_limited\"}");
    rows.change("update provider_gate set consecutive = 62");
    insertJobs(1, 0);
    rows.change("update jobs set waits = 2000000000 where state = 'queued'");
    awaitDeliveries(1, "waiting");

    assertThat(waits("waiting", 1)).allSatisfy(wait -> assertThat(wait).isBetween(1.0, 64.0));
    assertThat(
            ((Number) rows.value("select extract(epoch from until - closed_at) from provider_gate"))
                .doubleValue())
        .isBetween(1.0, 64.0);
  }

  // --- Hints beyond reason ---

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'header':'9999999999' | 9999999999",
        "'header':'99999999999999' | 99999999999999",
        "'ms':'1000000000000000' | 1000000000000000",
        "'header':'Fri, 31 Dec 9999 23:59:59 GMT' | Fri, 31 Dec 9999 23:59:59 GMT"
      })
  @DisplayName("H31, Q35: a huge hint is capped at an hour, shown as it came, and can be cut short")
  void aHugeHintIsCappedShownAndCanBeCutShort_H31_Q35(String hint, String raw) {
    office.provider("{\"mode\":\"rate_limited\",%s}".formatted(hint.replace('\'', '"')));
    long job = office.postGoodTicket("A huge hint");
    awaitDeliveries(1, "waiting");

    assertThat(waitSeconds(job)).isBetween(3_599.9, 3_600.1);
    JsonNode provider = json(office.get("/v1/provider"));
    assertThat(provider.path("reason").asText()).isEqualTo("rate_limited");
    assertThat(provider.path("hint").asText()).isEqualTo(raw);
    assertThat(Instant.parse(provider.path("until").asText()))
        .isBefore(Instant.now().plusSeconds(3_610));
    assertThat(office.job(job).at("/deliveries/0/hint").asText()).isEqualTo(raw);
    assertThat(office.office().heldJobs().free()).as("nobody sleeps").isEqualTo(CONCURRENCY);

    office.provider("{\"mode\":\"normal\"}");
    rows.change("update provider_gate set until = now()");
    makeAllDue();
    assertThat(office.awaitJob(job, "succeeded").path("attempts").asInt()).isEqualTo(1);
    assertThat(json(office.get("/v1/provider")).path("open").asBoolean()).isTrue();
  }

  // --- Many jobs ---

  @Test
  @DisplayName("Q37: 5000 due tickets and 429 with Retry-After 60: one pause, not 5000")
  void oneRateLimitIsOnePauseForAll_Q37() {
    office.provider("{\"mode\":\"rate_limited\",\"header\":\"60\"}");
    insertJobs(5_000, 0);
    await("the gate is closed")
        .atMost(Duration.ofSeconds(20))
        .until(() -> !json(office.get("/v1/provider")).path("open").asBoolean());
    await("all that were under way are let go")
        .atMost(Duration.ofSeconds(20))
        .until(() -> rows.count("jobs where state = 'running'") == 0);

    // A slot that is freed while the gate's row is being written may be filled once more.
    assertThat(office.callCount()).isBetween(1L, 2L * CONCURRENCY);
    assertThat(rows.count("gate_writes")).isEqualTo(1);
    assertThat(rows.count("jobs where delivery > 0")).isLessThanOrEqualTo(2L * CONCURRENCY);
    assertThat(rows.count("jobs where state = 'queued' and attempt = 0")).isEqualTo(5_000);
    JsonNode provider = json(office.get("/v1/provider"));
    assertThat(provider.path("hint").asText()).isEqualTo("60");
    assertThat(Instant.parse(provider.path("until").asText()))
        .isBetween(Instant.now().plusSeconds(30), Instant.now().plusSeconds(61));
    JsonNode waiting = office.job(office.postGoodTicket("Accepted all the same"));
    assertThat(waiting.at("/waiting/reason").asText()).isEqualTo("rate_limited");
    assertThat(waiting.at("/waiting/until").asText()).isEqualTo(provider.path("until").asText());
  }

  @ParameterizedTest
  @CsvSource({"1, 500, 2", "2, 250, 4", "3, 250, 8", "4, 500, 16"})
  @DisplayName("Q38: jobs that fail together: their waits are spread evenly over 2, 4, 8 and 16 s")
  void jobsThatFailTogetherDoNotComeBackTogether_Q38(int attempt, int jobs, int windowSeconds) {
    office.provider("{\"mode\":\"outage\"}");
    insertJobs(jobs, attempt - 1);

    await("all have failed")
        .atMost(Duration.ofSeconds(30))
        .until(() -> waits("retried", attempt).size() == jobs);

    assertSpread(waits("retried", attempt), windowSeconds);
  }

  @Test
  @DisplayName("Q38: full jitter never undercuts a Retry-After")
  void noWaitUndercutsTheHint_Q38() {
    office.provider("{\"mode\":\"outage\",\"header\":\"3\"}");
    insertJobs(100, 3);
    awaitDeliveries(100, "retried");

    assertThat(waits("retried", 4))
        .hasSize(100)
        .allSatisfy(wait -> assertThat(wait).isBetween(3.0, 16.0));
  }

  @Test
  @DisplayName(
      "Q38: 500 jobs of a killed worker: at the provider never more than there are slots,"
          + " and those that lost workers before are spread")
  void jobsOfAKilledWorkerDoNotComeBackTogether_Q38() {
    insertJobs(500, 0, "killed@1");
    rows.change("update jobs set attempt = 4, delivery = 4 where id % 2 = 0 and delivery = 1");
    await("all are taken back")
        .atMost(Duration.ofSeconds(20))
        .until(() -> rows.count("deliveries where outcome = 'lost'") == 500);

    assertSpread(waits("lost", 4), 8);
    assertThat(waits("lost", 1)).containsOnly(0.0);
    await("those of the first loss are done")
        .atMost(Duration.ofSeconds(30))
        .until(() -> rows.count("jobs where state = 'succeeded' and attempt = 2") == 250);
    assertThat(mostCallsAtOnce()).isLessThanOrEqualTo(CONCURRENCY);
  }

  /** That no second of the window gets more, or less, than its share, but for chance. */
  private static void assertSpread(List<Double> waits, int windowSeconds) {
    double share = 1.0 / windowSeconds;
    double expected = waits.size() * share;
    // Six standard deviations: once in a hundred million runs.
    double chance = 6 * Math.sqrt(expected * (1 - share));
    int[] buckets = new int[windowSeconds];
    for (double wait : waits) {
      assertThat(wait).isBetween(0.0, (double) windowSeconds);
      buckets[Math.min(windowSeconds - 1, (int) wait)]++;
    }
    for (int count : buckets) {
      assertThat((double) count)
          .as("of %d in a second of %d", waits.size(), windowSeconds)
          .isBetween(expected - chance, expected + chance);
    }
  }

  private static long mostCallsAtOnce() {
    List<long[]> moments = new ArrayList<>();
    for (JsonNode call : office.calls("?limit=10000").path("calls")) {
      moments.add(new long[] {millis(call.path("started")), 1});
      if (!call.path("ended").isNull()) {
        moments.add(new long[] {millis(call.path("ended")), -1});
      }
    }
    // In the same millisecond ends come first.
    moments.sort((a, b) -> a[0] == b[0] ? Long.compare(a[1], b[1]) : Long.compare(a[0], b[0]));
    long now = 0;
    long most = 0;
    for (long[] moment : moments) {
      now += moment[1];
      most = Math.max(most, now);
    }
    return most;
  }

  private static long millis(JsonNode time) {
    return Instant.parse(time.asText()).toEpochMilli();
  }

  private static void insertJobs(int count, int attempts) {
    insertJobs(count, attempts, null);
  }

  /** Jobs that are due; or that their worker left behind running, with a lease that is over. */
  private static void insertJobs(int count, int attempts, String lostBy) {
    rows.change(
        "with ticket as (insert into tickets (customer_id, subject, body)"
            + " select 'C-1', 'Ticket ' || i, 'Where is it?' from generate_series(1, ?) i"
            + " returning number), lost (by) as (values (?::text))"
            + " insert into jobs (ticket_number, actor, request_sha256, attempt, delivery, state,"
            + " locked_by, lease_until, started_at)"
            + " select number, 'customer:C-1', 'test', given.attempt, given.attempt,"
            + " case when by is null then 'queued' else 'running' end, by,"
            + " case when by is not null then now() - interval '1 second' end,"
            + " case when by is not null then now() - interval '9 seconds' end"
            + " from ticket, lost, (values (?::int)) as given (attempt)",
        count,
        lostBy,
        lostBy == null ? attempts : 1);
  }

  private static void openGate() {
    rows.change(
        "update provider_gate set reason = null, until = null, consecutive = 0, hint = null, told = null,"
            + " probe_until = null, closed_at = null");
  }

  private static void makeAllDue() {
    rows.change("update jobs set run_at = now() where state = 'queued' and run_at > now()");
  }

  private static void awaitDeliveries(int count, String outcome) {
    await(count + " deliveries ended " + outcome)
        .atMost(Duration.ofSeconds(20))
        .pollInterval(Duration.ofMillis(10))
        .until(() -> rows.count("deliveries where outcome = '" + outcome + "'") >= count);
  }

  private static void awaitRepeats(int times) {
    await("told to wait " + times + " times")
        .atMost(Duration.ofSeconds(20))
        .pollInterval(Duration.ofMillis(5))
        .until(() -> rows.count("deliveries where repeats = " + times) == 1);
  }

  /** From the history: the job itself may have gone on already, since a wait may be none. */
  private static double waitSeconds(long job) {
    return ((Number)
            rows.value(
                "select extract(epoch from waits_until - ended_at) from deliveries"
                    + " where job_id = ? and waits_until is not null order by delivery desc limit 1",
                job))
        .doubleValue();
  }

  private static Instant endOfDelivery(long job) {
    return Instant.ofEpochMilli(
        ((Number)
                rows.value(
                    "select floor(extract(epoch from ended_at) * 1000)::bigint from deliveries where job_id = ?",
                    job))
            .longValue());
  }

  /** The waits, in seconds, after deliveries that ended so at this attempt. */
  private static List<Double> waits(String outcome, int attempt) {
    String sql =
        "select extract(epoch from waits_until - ended_at)::float8 from deliveries"
            + " where outcome = '%s' and attempt = %d".formatted(outcome, attempt);
    List<Double> waits = new ArrayList<>();
    try (Connection connection = rows.connect();
        PreparedStatement statement = connection.prepareStatement(sql);
        ResultSet found = statement.executeQuery()) {
      while (found.next()) {
        waits.add(found.getDouble(1));
      }
    } catch (SQLException e) {
      throw new IllegalStateException(sql, e);
    }
    return waits;
  }
}
