package org.sortingoffice.torture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sortingoffice.testing.OfficeProcess;
import org.sortingoffice.testing.RunningOffice;
import org.sortingoffice.testing.TestRows;

/** Contract 29: what cannot be worked on harms nobody else, and ends where a person finds it. */
class PoisonTest {
  private static final int OTHERS = 100;

  @TempDir Path folder;

  @Test
  void aTicketThatHaltsItsWorkerAndOneThatCannotBeReadEndAsDeadLettersAndHarmNoOther_Q21_Q27()
      throws Exception {
    try (RunningOffice api =
        RunningOffice.start(
            "torture_poison", Map.of("app.roles", "api", "claim.poll.millis", "100"))) {
      TestRows rows = api.rows();
      long poison = api.postGoodTicketWith("Poison", "Please #exit");
      long cancelled = api.postGoodTicketWith("Poison that is cancelled", "Please #exit");
      long unreadable = api.postGoodTicket("Its ticket is gone");
      rows.change(
          "set session_replication_role = replica; delete from tickets where number = (select ticket_number from jobs where id = "
              + unreadable
              + ")");
      for (int i = 0; i < OTHERS; i++) {
        api.postGoodTicket("Parcel " + i);
      }
      Map<String, String> worker = api.settingsOf(Map.of());
      worker.putAll(
          Map.of(
              "app.roles", "worker",
              "ticket.steps", "halt,classify,draft_reply,embed",
              "routes.include", "classpath:poison/halt.camel.yaml",
              "lease.seconds", "2",
              "lease.renew.seconds", "1",
              "retry.base.seconds", "0.5",
              "claim.poll.millis", "100"));

      supervise(worker, api, poison, cancelled);

      JsonNode dead = api.job(poison);
      assertThat(dead.path("state").asText()).isEqualTo("dead_letter");
      assertThat(dead.path("last_error").asText()).isEqualTo("WorkerLost: worker lost 5 times");
      assertThat(dead.path("attempts").asInt()).isEqualTo(5);
      assertThat(outcomes(dead)).containsOnly("lost").hasSize(5);
      assertThat(api.job(cancelled).path("state").asText()).isEqualTo("cancelled");
      assertThat(rows.count("jobs where state = 'dead_letter' and id = " + unreadable))
          .isEqualTo(1);
      assertThat(rows.count("jobs where state = 'succeeded'")).isEqualTo(OTHERS);
      assertThat(rows.count("ai_runs")).isEqualTo(3L * OTHERS);
      assertThat(
              rows.count(
                  "(select job_id from deliveries join jobs on jobs.id = job_id"
                      + " where outcome = 'lost' and jobs.state = 'succeeded'"
                      + " group by job_id having count(*) > 2) as harmed"))
          .as("others that lost more than two workers to poison")
          .isZero();
    }
  }

  /** Starts the worker again whenever it is gone, as a supervisor does, until all is over. */
  private void supervise(
      Map<String, String> settings, RunningOffice api, long poison, long cancelled)
      throws Exception {
    TestRows rows = api.rows();
    int starts = 0;
    while (rows.count("jobs where state in ('queued', 'running')") > 0) {
      starts++;
      assertThat(starts).as("starts of the worker").isLessThanOrEqualTo(12);
      try (OfficeProcess worker = OfficeProcess.start(settings, folder.resolve("worker.log"))) {
        if (starts == 2) {
          await()
              .atMost(Duration.ofSeconds(30))
              .until(() -> rows.count("deliveries where job_id = " + cancelled) > 0);
          assertThat(api.post("/v1/jobs/" + cancelled + "/cancel").statusCode()).isEqualTo(202);
        }
        await("the worker is gone, or all is over; poison is job " + poison)
            .atMost(Duration.ofSeconds(90))
            .until(
                () ->
                    !worker.process().isAlive()
                        || rows.count("jobs where state in ('queued', 'running')") == 0);
      }
    }
  }

  private static java.util.List<String> outcomes(JsonNode job) {
    return StreamSupport.stream(job.path("deliveries").spliterator(), false)
        .map(delivery -> delivery.path("outcome").asText())
        .toList();
  }
}
