package org.sortingoffice.torture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.sortingoffice.testing.RunningOffice.json;
import static org.sortingoffice.testing.RunningOffice.ticket;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sortingoffice.database.DatabaseAddress;
import org.sortingoffice.database.EmbeddedDatabase;
import org.sortingoffice.database.TestDatabase;
import org.sortingoffice.simulator.Simulator;
import org.sortingoffice.simulator.SimulatorSettings;
import org.sortingoffice.testing.OfficeProcess;
import org.sortingoffice.testing.TestRows;

/**
 * The process, with its embedded database, is killed at random moments while 200 tickets are sent
 * and worked on; whoever gets no answer sends again with the same key. In the end nothing is lost
 * and nothing is there twice (contract 2, 19).
 */
class KilledProcessTest {
  private static final int TICKETS = 200;
  private static final int KILLS = 4;

  private final Map<Integer, Long> jobs = new HashMap<>();

  @TempDir Path folder;

  @Test
  void nothingIsLostAndNothingHappensTwice_Q09() throws Exception {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    try (Simulator simulator = Simulator.start(SimulatorSettings.defaults().withPort(0))) {
      Map<String, String> settings = settings(simulator);
      int sent = 0;
      for (int round = 0; round <= KILLS; round++) {
        try (OfficeProcess office =
            OfficeProcess.start(settings, folder.resolve("office.log")).awaitAnswer()) {
          sent =
              send(
                  office,
                  sent,
                  round == KILLS ? TICKETS : sent + random.nextInt(TICKETS / KILLS + 20));
          if (round < KILLS) {
            office.kill();
          } else {
            awaitAllDone(office, "seed " + seed);
            assertThat(office.stop()).as("exit code after SIGTERM").isZero();
          }
        }
      }
    }
    checkRows("seed " + seed);
  }

  /**
   * Sends tickets one after the other; ticket i has key i, so what is sent again is the same
   * request.
   */
  private int send(OfficeProcess office, int from, int to) throws InterruptedException {
    // The last one before a kill may or may not have been accepted: it is always sent again.
    int next = Math.max(0, from - 1);
    while (next < Math.min(to, TICKETS)) {
      try {
        HttpResponse<String> answer =
            office.postTicket(
                "key-" + next, ticket("C-%04d".formatted(next % 7), "Parcel " + next, "late"));
        if (answer.statusCode() == 503) {
          // Its database still recovers from the kill: the same request is sent again.
          continue;
        }
        assertThat(answer.statusCode()).isEqualTo(202);
        jobs.put(next, json(answer).path("job_id").asLong());
        next++;
      } catch (IOException gone) {
        return next;
      }
    }
    return next;
  }

  private void awaitAllDone(OfficeProcess office, String seed) {
    await("all tickets done, " + seed)
        .atMost(Duration.ofSeconds(60))
        .pollInterval(Duration.ofMillis(200))
        .until(() -> allSucceeded(office));
  }

  private boolean allSucceeded(OfficeProcess office) throws Exception {
    for (long job : jobs.values()) {
      if (!office.get("/v1/jobs/" + job).path("state").asText().equals("succeeded")) {
        return false;
      }
    }
    return jobs.size() == TICKETS;
  }

  private void checkRows(String seed) {
    try (EmbeddedDatabase database = EmbeddedDatabase.start(folder.resolve("data"))) {
      DatabaseAddress address = database.address();
      TestRows rows = new TestRows(TestDatabase.dataSource(address));
      assertThat(rows.count("tickets")).as("tickets, " + seed).isEqualTo(TICKETS);
      assertThat(rows.count("jobs where state = 'succeeded'"))
          .as("succeeded, " + seed)
          .isEqualTo(TICKETS);
      assertThat(rows.count("ai_runs")).as("results, " + seed).isEqualTo(3L * TICKETS);
      assertThat(rows.count("ticket_embeddings")).as("embeddings, " + seed).isEqualTo(TICKETS);
      assertThat(rows.count("tickets where team is null or draft_reply is null"))
          .as("unfinished, " + seed)
          .isZero();
    }
  }

  private Map<String, String> settings(Simulator simulator) {
    Map<String, String> settings = new HashMap<>();
    settings.put("data.dir", folder.resolve("data").toString());
    settings.put("provider.url", simulator.baseUrl().toString());
    settings.put("lease.seconds", "3");
    settings.put("lease.renew.seconds", "1");
    return settings;
  }
}
