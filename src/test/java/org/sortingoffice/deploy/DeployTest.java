package org.sortingoffice.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.sortingoffice.testing.RunningOffice;

/** What stands in deploy/ speaks of metrics and labels that an office really shows. */
class DeployTest {
  private static RunningOffice office;
  private static String text;

  @BeforeAll
  static void workOffAllKindsOfJobs() {
    office =
        RunningOffice.start(
            "deploy",
            Map.of(
                "claim.poll.millis", "50",
                "housekeeping.seconds", "1",
                "job.max.attempts", "2",
                "retry.base.seconds", "0.05",
                "rate.limit.base.seconds", "0.05"));
    office.awaitJob(office.postGoodTicket("A good one"), "succeeded");
    office.postTicket("twice", RunningOffice.ticket("C-1", "Twice", "The same again."));
    office.postTicket("twice", RunningOffice.ticket("C-1", "Twice", "The same again."));
    office.postTicket(null, "{}");
    office.get("/v1/nothing");
    office.provider("{\"mode\":\"context_400\"}");
    office.awaitJob(office.postGoodTicket("Cannot work"), "failed");
    office.provider("{\"mode\":\"outage\"}");
    office.awaitJob(office.postGoodTicket("Cannot work now"), "dead_letter");
    office.provider("{\"mode\":\"normal\"}");
    office.awaitAllOver(Duration.ofSeconds(30));
    text = office.get("/metrics").body();
  }

  @AfterAll
  static void close() {
    office.close();
  }

  @Test
  void show() throws Exception {
    java.nio.file.Files.writeString(java.nio.file.Path.of("target/scrape.txt"), text);
    assertThat(Scrape.of(text).series()).isNotEmpty();
  }
}
