package org.sortingoffice.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.sortingoffice.testing.RunningOffice.json;
import static org.sortingoffice.testing.RunningOffice.ticket;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.sortingoffice.office.SortingOffice;
import org.sortingoffice.provider.RawProvider;
import org.sortingoffice.testing.RunningOffice;
import org.sortingoffice.testing.TestRows;

/**
 * Jobs whose workers are gone come back by their leases, whoever is there to look (contract 16).
 */
class LostWorkersContractTest {
  private static final Map<String, String> API = Map.of("app.roles", "api");

  private static final Map<String, String> WORKER =
      Map.of(
          "app.roles", "api,worker",
          "lease.seconds", "3",
          "lease.renew.seconds", "1",
          "retry.base.seconds", "0.05",
          "claim.poll.millis", "100",
          "worker.concurrency", "16");

  @Test
  void tenLostJobsBehindTenThousandHeldOnesAreFoundAtOnceByWhoeverLooks_Q10_Q12_Q14() {
    try (RunningOffice office = RunningOffice.start("lost_behind", API)) {
      TestRows rows = office.rows();
      // Names of workers that stand in no list, because there is none.
      insertHeldJobs(rows, 1, 10_001, "now() + interval '1 hour'");
      insertHeldJobs(rows, 10_002, 10_011, "now() - interval '1 second'");

      Map<String, String> worker = office.settingsOf(WORKER);
      worker.put("app.roles", "worker");
      try (SortingOffice one = SortingOffice.openWith(worker);
          SortingOffice other = SortingOffice.openWith(worker)) {
        assertThat(List.of(one, other)).allMatch(SortingOffice::works);
        await()
            .atMost(Duration.ofSeconds(20))
            .until(() -> rows.count("jobs where state = 'succeeded'") == 10);
      }

      assertThat(rows.count("deliveries where outcome = 'lost'")).as("each once").isEqualTo(10);
      assertThat(rows.count("jobs where state = 'running' and locked_by = 'gone'"))
          .isEqualTo(10_001);
    }
  }

  @Test
  void fiftyJobsOfAWorkerThatIsGoneForAnHourAreDoneBySomebodyNewAndWereSeenByThen_Q11() {
    try (RunningOffice office = RunningOffice.start("lost_for_an_hour", API)) {
      TestRows rows = office.rows();
      insertHeldJobs(rows, 1, 50, "now() - interval '1 hour'");

      assertThat(gauge(office, "sorting_office_jobs_lease_overdue_seconds"))
          .isBetween(3_590.0, 3_700.0);
      assertThat(gauge(office, "sorting_office_jobs_running_oldest_seconds"))
          .isGreaterThan(3_600.0);
      office.closeOffice();
      office.open(WORKER);

      await()
          .atMost(Duration.ofSeconds(20))
          .until(() -> rows.count("jobs where state = 'succeeded' and attempt = 2") == 50);
      assertThat(gauge(office, "sorting_office_jobs_lease_overdue_seconds")).isZero();
    }
  }

  @Test
  void whoHoldsRowsLockedWhileItLooksKeepsNobodyElseFromLooking_Q16() throws SQLException {
    try (RunningOffice office = RunningOffice.start("lost_locked", WORKER)) {
      TestRows rows = office.rows();
      office.provider("{\"mode\":\"normal\"}");
      try (Connection stuck = rows.connect()) {
        stuck.setAutoCommit(false);
        insertHeldJobs(rows, 1, 20, "now() + interval '1 hour'");
        // As a process does that was killed, or hangs, in the middle of taking jobs back.
        stuck
            .createStatement()
            .executeQuery("select id from jobs where id <= 5 order by id for update");
        rows.change("update jobs set lease_until = now() - interval '1 second' where id > 5");

        await()
            .atMost(Duration.ofSeconds(20))
            .until(() -> rows.count("jobs where state = 'succeeded'") == 15);
        stuck.rollback();
      }
      rows.change("update jobs set lease_until = now() - interval '1 second' where id <= 5");
      await()
          .atMost(Duration.ofSeconds(20))
          .until(() -> rows.count("jobs where state = 'succeeded'") == 20);
      assertThat(rows.count("deliveries where outcome = 'lost'")).isEqualTo(20);
    }
  }

  @Test
  void aJobThatIsBuriedWhileItsOldWorkerHangsRunsAgainUnderANewTokenOnly_Q01_Q07() {
    try (RunningOffice office = RunningOffice.start("lost_buried", WORKER)) {
      TestRows rows = office.rows();
      office.provider("{\"mode\":\"normal\",\"steps\":{\"draft_reply\":{\"mode\":\"hang\"}}}");
      long job = office.postGoodTicket("Hangs at its last attempt");
      await().atMost(Duration.ofSeconds(20)).until(() -> office.callCount() == 2);
      rows.change(
          "update jobs set attempt = 5, delivery = 5, lease_until = now() - interval '1 second'");
      await()
          .atMost(Duration.ofSeconds(20))
          .until(() -> rows.count("jobs where state = 'dead_letter'") == 1);

      office.provider("{\"mode\":\"normal\"}");
      assertThat(office.post("/v1/jobs/" + job + "/retry").statusCode()).isEqualTo(202);

      JsonNode done = office.awaitJob(job, "succeeded");
      assertThat(done.path("attempts").asInt()).isEqualTo(1);
      assertThat(rows.count("ai_runs where task = 'draft_reply'")).isEqualTo(1);
      assertThat(rows.value("select max(delivery) from ai_runs where task = 'draft_reply'"))
          .isEqualTo(6);
      await().atMost(Duration.ofSeconds(10)).until(() -> office.office().heldJobs().free() == 16);
      assertThat(office.job(job).path("state").asText()).isEqualTo("succeeded");
    }
  }

  @Test
  void aReplayAndARetryOfADeadLetterAtOnceAreOneRound_H16() {
    try (RunningOffice office = RunningOffice.start("lost_replayed", WORKER)) {
      office.provider("{\"mode\":\"context_400\"}");
      String sent = ticket("C-0022", "Parcel", "late");
      long job = json(office.postTicket("order-1", sent)).path("job_id").asLong();
      office.awaitJob(job, "failed");
      office.provider("{\"mode\":\"normal\"}");

      List<CompletableFuture<HttpResponse<String>>> replays = new ArrayList<>();
      for (int i = 0; i < 5; i++) {
        replays.add(office.sendAsync(office.ticketRequest("order-1", sent)));
      }
      HttpResponse<String> retried = office.post("/v1/jobs/" + job + "/retry");

      assertThat(retried.statusCode()).isEqualTo(202);
      for (CompletableFuture<HttpResponse<String>> replay : replays) {
        assertThat(replay.join().statusCode()).isEqualTo(202);
        assertThat(json(replay.join()).path("job_id").asLong()).isEqualTo(job);
      }
      office.awaitJob(job, "succeeded");
      assertThat(office.rows().count("jobs")).isEqualTo(1);
      assertThat(office.callCount()).as("one refused, then one round").isEqualTo(4);
    }
  }

  @Test
  void anErrorWithANulInItIsWrittenDownAndRetried_Q24() throws Exception {
    byte[] body = "bad\u0000gateway".getBytes(StandardCharsets.ISO_8859_1);
    try (RawProvider provider =
        RawProvider.start(
            (number, connection, out) -> {
              out.write(
                  ("HTTP/1.1 500 Bad\r\nContent-Type: text/plain\r\nContent-Length: %d\r\n\r\n"
                          .formatted(body.length))
                      .getBytes(StandardCharsets.US_ASCII));
              out.write(body);
            })) {
      Map<String, String> settings = new HashMap<>(WORKER);
      settings.put("provider.url", provider.url());
      try (RunningOffice office = RunningOffice.start("lost_nul", settings)) {
        long job = office.postGoodTicket("Its provider sends what cannot be stored");

        JsonNode dead = office.awaitJob(job, "dead_letter");

        assertThat(dead.path("last_error").asText())
            .isEqualTo("ProviderUnavailable: the provider answered 500");
        assertThat(office.rows().count("deliveries where outcome = 'retried'")).isEqualTo(4);
        assertThat(provider.requests()).hasSize(5);
      }
    }
  }

  private static void insertHeldJobs(TestRows rows, int from, int to, String leaseUntil) {
    rows.change(
        """
        with ticket as (
          insert into tickets (number, customer_id, subject, body)
          select 500000 + i, 'C-1', 'Held ' || i, 'b' from generate_series(%1$d, %2$d) as i
          returning number
        )
        insert into jobs (id, ticket_number, actor, request_sha256, state, attempt, delivery, locked_by, lease_until,
                          started_at)
        select number - 500000, number, 'customer:C-1', 'v1:x', 'running', 1, 1, 'gone', %3$s,
               %3$s - interval '30 seconds'
        from ticket
        """
            .formatted(from, to, leaseUntil));
  }

  private static double gauge(RunningOffice office, String name) {
    return office
        .get("/metrics")
        .body()
        .lines()
        .filter(line -> line.startsWith(name + " "))
        .mapToDouble(line -> Double.parseDouble(line.substring(name.length() + 1)))
        .findFirst()
        .orElseThrow();
  }
}
