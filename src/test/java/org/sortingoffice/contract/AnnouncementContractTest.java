package org.sortingoffice.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.sortingoffice.office.SortingOffice;
import org.sortingoffice.testing.RunningOffice;

/**
 * A worker hears at once of what another process accepted. It looks by itself only every minute
 * here, so that nothing but hearing explains that it comes in time.
 */
class AnnouncementContractTest {
  private static RunningOffice api;
  private static SortingOffice worker;

  @BeforeAll
  static void start() {
    api = RunningOffice.start("announcement", Map.of("app.roles", "api"));
    worker =
        SortingOffice.openWith(
            api.settingsOf(Map.of("app.roles", "worker", "claim.poll.millis", "60000")));
    awaitListeners(1);
  }

  @AfterAll
  static void stop() {
    worker.close();
    api.close();
  }

  @Test
  void aTicketAcceptedElsewhereIsClaimedAtOnce_Q30() {
    for (int i = 0; i < 20; i++) {
      long job = api.postGoodTicket("Parcel " + i);
      await().atMost(Duration.ofSeconds(20)).until(() -> isDone(job));
    }
    assertThat(
            api.rows()
                .count(
                    "deliveries join jobs on jobs.id = job_id"
                        + " where deliveries.started_at > created_at + interval '10 seconds'"))
        .isZero();
  }

  @Test
  void aFailedJobThatIsSentAgainIsClaimedAtOnce() {
    long job = api.postGoodTicket("Too long [sim:context_400@classify*1]");
    await()
        .atMost(Duration.ofSeconds(20))
        .until(() -> api.job(job).path("state").asText().equals("failed"));
    api.post("/v1/jobs/" + job + "/retry");
    await().atMost(Duration.ofSeconds(20)).until(() -> isDone(job));
  }

  @Test
  void aLineThatIsCutIsOpenedAgainAndWhatWasMissedIsLookedFor() {
    api.rows().value("select pg_terminate_backend(pid) from pg_stat_activity where " + LISTENER);
    long missed = api.postGoodTicket("Nobody listens just now");
    await().atMost(Duration.ofSeconds(20)).until(() -> isDone(missed));
    awaitListeners(1);
    long heard = api.postGoodTicket("Somebody listens again");
    await().atMost(Duration.ofSeconds(20)).until(() -> isDone(heard));
  }

  private static final String LISTENER =
      "datname = current_database() and application_name = 'sorting-office-listen'";

  private static void awaitListeners(int expected) {
    await()
        .atMost(Duration.ofSeconds(20))
        .until(
            () ->
                api.rows()
                        .count(
                            "pg_stat_activity where query like '%listen sorting_office_jobs%' and "
                                + LISTENER)
                    == expected);
  }

  private static boolean isDone(long job) {
    return api.job(job).path("state").asText().equals("succeeded");
  }
}
