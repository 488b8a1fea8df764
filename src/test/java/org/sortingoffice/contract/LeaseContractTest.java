package org.sortingoffice.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.sortingoffice.database.DatabaseAddress;
import org.sortingoffice.database.TestDatabase;
import org.sortingoffice.office.SortingOffice;
import org.sortingoffice.testing.RunningOffice;
import org.sortingoffice.testing.TcpForwarder;
import org.sortingoffice.testing.TestRows;

/**
 * Contract 16 and 18 from the worker's side: it works on a job only while it holds it, and lets go
 * of it in good order.
 */
class LeaseContractTest {
  private static final Map<String, String> SHORT_LEASES =
      Map.of(
          "lease.seconds", "3",
          "lease.renew.seconds", "1",
          "claim.poll.millis", "100",
          "retry.base.seconds", "0.05",
          "worker.concurrency", "4");

  @Test
  void aWorkerThatCannotRenewBreaksItsCallOffBeforeTheLeaseEnds_Q02() {
    DatabaseAddress database = TestDatabase.fresh("lease_cut");
    TestRows rows = new TestRows(TestDatabase.dataSource(database));
    try (TcpForwarder wire = TcpForwarder.to(database);
        RunningOffice office = RunningOffice.startAt(wire.address(database), SHORT_LEASES)) {
      office.provider("{\"mode\":\"hang\"}");
      long job = office.postGoodTicket("Held by a worker that is cut off");
      await().atMost(Duration.ofSeconds(20)).until(() -> office.callCount() == 1);

      wire.cut();
      await().atMost(Duration.ofSeconds(20)).until(() -> brokenOff(office) == 1);

      Instant ended = Instant.parse(calls(office).get(0).path("ended").asText());
      Timestamp leaseEnd = (Timestamp) rows.value("select lease_until from jobs where id = ?", job);
      assertThat(ended).isBefore(leaseEnd.toInstant());

      office.provider("{\"mode\":\"normal\"}");
      wire.mend(TcpForwarder.portOf(database));
      JsonNode done = office.awaitJob(job, "succeeded");
      assertThat(done.path("attempts").asInt()).isEqualTo(2);
      assertThat(office.callCount()).as("the call that was broken off is repeated").isEqualTo(4);
      assertThat(office.get("/metrics").body())
          .contains("sorting_office_leases_lost_total{reason=\"not_renewed\"} 1.0")
          .contains("sorting_office_deliveries_total{error=\"WorkerLost\",outcome=\"lost\"} 1.0");
      await().atMost(Duration.ofSeconds(5)).until(() -> office.office().heldJobs().free() == 4);
    }
  }

  @Test
  void aJobThatIsCancelledMeanwhileIsLetBeAtTheNextRenewal() {
    try (RunningOffice office = RunningOffice.start("lease_cancelled", SHORT_LEASES)) {
      office.provider("{\"mode\":\"hang\"}");
      long job = office.postGoodTicket("Cancelled in the middle");
      await().atMost(Duration.ofSeconds(20)).until(() -> office.callCount() == 1);

      assertThat(office.post("/v1/jobs/" + job + "/cancel").statusCode()).isEqualTo(202);

      await().atMost(Duration.ofSeconds(5)).until(() -> brokenOff(office) == 1);
      await().atMost(Duration.ofSeconds(5)).until(() -> office.office().heldJobs().free() == 4);
      assertThat(office.job(job).path("state").asText()).isEqualTo("cancelled");
      assertThat(office.rows().count("deliveries where outcome = 'cancelled'")).isEqualTo(1);
      assertThat(office.callCount()).isEqualTo(1);
      String lost = "sorting_office_leases_lost_total{reason=\"passed_on\"} 1.0";
      await()
          .atMost(Duration.ofSeconds(30))
          .until(() -> office.get("/metrics").body().contains(lost));
      assertThat(office.get("/metrics").body())
          .contains(
              "duration_seconds_count{outcome=\"broken_off\",provider=\"default\",step=\"classify\"} 1");
    }
  }

  @Test
  void aStoppingWorkerGivesBackWhatDoesNotEndInTimeWithItsAttempt_Q04_Q15_Q20() {
    try (RunningOffice office = RunningOffice.start("lease_released", Map.of("app.roles", "api"))) {
      Map<String, String> worker = office.settingsOf(SHORT_LEASES);
      worker.put("app.roles", "worker");
      worker.put("shutdown.seconds", "0.3");
      office.provider("{\"mode\":\"normal\",\"steps\":{\"draft_reply\":{\"mode\":\"hang\"}}}");
      long job = office.postGoodTicket("Deployed in the middle");
      int stops = 6;
      for (int stop = 1; stop <= stops; stop++) {
        int callsOfDrafts = stop;
        try (SortingOffice stopping = SortingOffice.openWith(worker)) {
          assertThat(stopping.works()).isTrue();
          await()
              .atMost(Duration.ofSeconds(20))
              .until(() -> office.callCount() == 1 + callsOfDrafts);
        }
        assertThat(brokenOff(office)).as("calls broken off after stop %d", stop).isEqualTo(stop);
        assertThat(
                office
                    .rows()
                    .count("jobs where state = 'queued' and attempt = 0 and run_at <= now()"))
            .isEqualTo(1);
      }
      office.provider("{\"mode\":\"normal\"}");
      try (SortingOffice last = SortingOffice.openWith(worker)) {
        assertThat(last.works()).isTrue();
        assertThat(office.awaitJob(job, "succeeded").path("attempts").asInt()).isEqualTo(1);
      }
      assertThat(office.rows().count("deliveries where outcome = 'released'")).isEqualTo(stops);
      assertThat(office.callCount() - brokenOff(office)).isEqualTo(3);
    }
  }

  @Test
  void rollingRestartsUnderLoadCostNoAttemptAndNoCallButThoseBrokenOff() {
    Map<String, String> settings = new HashMap<>(SHORT_LEASES);
    settings.put("shutdown.seconds", "0.05");
    // Not to end here: a job that is left to its lease comes back with a second attempt.
    settings.put("lease.seconds", "20");
    try (RunningOffice office = RunningOffice.start("lease_rolling", settings)) {
      office.provider("{\"mode\":\"slow\",\"seconds\":0.1}");
      Map<String, String> worker = office.settingsOf(settings);
      worker.put("app.roles", "worker");
      List<SortingOffice> workers = new ArrayList<>();
      workers.add(SortingOffice.openWith(worker));
      workers.add(SortingOffice.openWith(worker));
      int tickets = 120;
      for (int i = 0; i < tickets; i++) {
        office.postGoodTicket("Parcel " + i);
        if (i % 20 == 10) {
          workers.remove(0).close();
          workers.add(SortingOffice.openWith(worker));
        }
      }
      office.awaitAllOver(Duration.ofSeconds(60));
      workers.forEach(SortingOffice::close);

      TestRows rows = office.rows();
      assertThat(rows.count("jobs where state = 'succeeded' and attempt = 1")).isEqualTo(tickets);
      assertThat(rows.count("deliveries where outcome = 'released'"))
          .as("jobs given back")
          .isPositive();
      assertThat(rows.count("deliveries where outcome not in ('released', 'succeeded')")).isZero();
      assertThat(rows.count("ai_runs")).isEqualTo(3L * tickets);
      assertThat(office.callCount() - 3L * tickets)
          .as("calls beyond three a ticket: at most one for each delivery that was given back")
          .isBetween(0L, rows.count("deliveries where outcome = 'released'"));
    }
  }

  private static List<JsonNode> calls(RunningOffice office) {
    return StreamSupport.stream(office.calls("?limit=10000").path("calls").spliterator(), false)
        .toList();
  }

  private static long brokenOff(RunningOffice office) {
    return calls(office).stream().filter(call -> call.path("client_gone").asBoolean()).count();
  }
}
