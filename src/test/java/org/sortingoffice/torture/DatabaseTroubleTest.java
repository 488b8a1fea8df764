package org.sortingoffice.torture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.sortingoffice.testing.RunningOffice.json;
import static org.sortingoffice.testing.RunningOffice.ticket;

import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.sortingoffice.testing.RunningOffice;
import org.sortingoffice.testing.TestRows;

/** What a database can do to a running office short of going away. Nobody restarts anything. */
class DatabaseTroubleTest {
  private RunningOffice office;
  private TestRows rows;

  @BeforeEach
  void start() {
    office =
        RunningOffice.start(
            "torture_database",
            Map.of(
                "claim.poll.millis", "100",
                "retry.base.seconds", "0.05",
                "lease.seconds", "3",
                "lease.renew.seconds", "1",
                "worker.concurrency", "8"));
    rows = office.rows();
  }

  @AfterEach
  void stop() {
    office.close();
  }

  @Test
  void connectionsThatAreCutAgainAndAgainLoseAndDoubleNothing() {
    office.provider("{\"mode\":\"slow\",\"seconds\":0.02}");
    int tickets = 60;
    List<Long> jobs = new ArrayList<>();
    for (int i = 0; i < tickets; i++) {
      if (i % 3 == 2) {
        rows.value(
            "select count(pg_terminate_backend(pid)) from pg_stat_activity"
                + " where datname = current_database() and application_name like 'sorting-office%'");
      }
      jobs.add(postUntilAccepted("cut-" + i));
    }
    office.awaitAllOver(Duration.ofSeconds(60));

    assertThat(jobs).doesNotHaveDuplicates();
    assertThat(rows.count("tickets")).isEqualTo(tickets);
    assertThat(rows.count("jobs where state = 'succeeded'")).isEqualTo(tickets);
    assertThat(rows.count("ai_runs")).isEqualTo(3L * tickets);
    assertThat(rows.count("tickets where team is null or draft_reply is null")).isZero();
    assertThat(rows.count("ticket_embeddings")).isEqualTo(tickets);
  }

  @Test
  void aDatabaseThatIsReadOnlyForAWhileStopsWorkAndNothingElse() {
    office.provider("{\"mode\":\"slow\",\"seconds\":0.3}");
    List<Long> jobs = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      jobs.add(office.postGoodTicket("Parcel " + i));
    }
    try {
      readOnly("on");
      HttpResponse<String> refused =
          await()
              .atMost(Duration.ofSeconds(10))
              .until(() -> post("while-read-only"), answer -> answer.statusCode() != 202);
      assertThat(refused.statusCode()).isEqualTo(503);
      assertThat(json(refused).path("code").asText()).isEqualTo("database_unavailable");
      assertThat(refused.headers().firstValue("Retry-After")).isPresent();
      assertThat(office.get("/v1/jobs/" + jobs.get(0)).statusCode()).as("reading").isEqualTo(200);
      // Long enough for leases to end: nothing can be renewed meanwhile.
      await()
          .atMost(Duration.ofSeconds(20))
          .until(() -> rows.count("jobs where state = 'running' and lease_until > now()") == 0);
    } finally {
      readOnly("off");
    }
    jobs.add(postUntilAccepted("while-read-only"));
    office.awaitAllOver(Duration.ofSeconds(60));

    assertThat(rows.count("jobs where state = 'succeeded'")).isEqualTo(jobs.size());
    assertThat(rows.count("ai_runs")).isEqualTo(3L * jobs.size());
  }

  @Test
  void aFinishThatFailsAlthoughTheWorkerLivesRepeatsNoCall_Q17() {
    // The backend that finishes a job is terminated in the middle of it, three times.
    rows.change("create sequence finishes");
    rows.change(
        """
        create function cut_the_finish() returns trigger language plpgsql as $$
        begin
          if nextval('finishes') <= 3 then
            perform pg_terminate_backend(pg_backend_pid());
          end if;
          return new;
        end $$
        """);
    rows.change(
        "create trigger cut_the_finish before update on jobs for each row"
            + " when (new.state = 'succeeded') execute function cut_the_finish()");

    long job = office.postGoodTicket("Finished at the fourth try");

    assertThat(office.awaitJob(job, "succeeded").path("attempts").asInt()).isEqualTo(1);
    assertThat(rows.count("deliveries")).as("written by the delivery itself").isEqualTo(1);
    assertThat(office.callCount()).isEqualTo(3);
    assertThat(rows.count("ai_runs")).isEqualTo(3);
  }

  private void readOnly(String onOrOff) {
    rows.change("alter system set default_transaction_read_only = " + onOrOff);
    rows.value("select pg_reload_conf()");
  }

  private HttpResponse<String> post(String key) {
    return office.postTicket(key, ticket("C-0022", "Parcel", "late"));
  }

  private long postUntilAccepted(String key) {
    HttpResponse<String> accepted =
        await()
            .atMost(Duration.ofSeconds(30))
            .until(() -> post(key), answer -> answer.statusCode() == 202);
    return json(accepted).path("job_id").asLong();
  }
}
