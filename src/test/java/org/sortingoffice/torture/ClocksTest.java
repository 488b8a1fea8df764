package org.sortingoffice.torture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sortingoffice.testing.OfficeProcess;
import org.sortingoffice.testing.RunningOffice;
import org.sortingoffice.testing.TestRows;

/**
 * Only the database's clock decides (contract: words, and design of the data). That no class asks
 * the time of day for anything else is a rule of {@code WallClockTest}; here processes and the
 * database live in odd time zones.
 */
class ClocksTest {
  private static final int TICKETS = 24;

  @TempDir Path folder;

  @Test
  void workersInOddTimeZonesStealNothingAndWaitAsLongAsAllOthers_Q45() throws Exception {
    try (RunningOffice api = RunningOffice.start("torture_clocks", Map.of("app.roles", "api"))) {
      TestRows rows = api.rows();
      api.provider("{\"mode\":\"slow\",\"seconds\":1.5}");
      for (int i = 0; i < TICKETS - 4; i++) {
        api.postGoodTicket("Parcel " + i);
      }
      for (int i = 0; i < 4; i++) {
        api.postGoodTicket("Tried twice " + i + " [sim:outage@classify*1]");
      }
      rows.change("alter database torture_clocks set timezone to 'America/St_Johns'");
      try (OfficeProcess ahead = worker(api, "Europe/Oslo");
          OfficeProcess behind = worker(api, "Pacific/Chatham")) {
        await("all are over; see " + folder)
            .atMost(Duration.ofSeconds(90))
            .until(
                () ->
                    !ahead.process().isAlive()
                        || !behind.process().isAlive()
                        || rows.count("jobs where state in ('queued', 'running')") == 0);
      }

      assertThat(rows.count("jobs where state = 'succeeded'")).isEqualTo(TICKETS);
      assertThat(rows.count("(select distinct worker from deliveries) as workers"))
          .as("both worked")
          .isEqualTo(2);
      assertThat(rows.count("deliveries where outcome not in ('succeeded', 'retried')")).isZero();
      assertThat(rows.count("deliveries where outcome = 'retried'")).isEqualTo(4);
      assertThat(rows.count("deliveries where ended_at < started_at")).isZero();
      assertThat(
              rows.count(
                  "deliveries where started_at not between now() - interval '5 minutes' and now()"))
          .isZero();
      assertThat(
              rows.count(
                  "deliveries where waits_until - ended_at not between interval '0' and interval '2 seconds'"))
          .as("waits outside the first backoff")
          .isZero();
      assertThat(api.callCount()).isEqualTo(3L * TICKETS + 4);
      assertThat(api.job(1).path("created_at").asText()).endsWith("Z");
    }
  }

  private OfficeProcess worker(RunningOffice api, String zone) throws IOException {
    Map<String, String> settings = new HashMap<>(api.settingsOf(Map.of()));
    settings.put("app.roles", "worker");
    settings.put("worker.name", "clock");
    settings.put("worker.concurrency", "4");
    settings.put("lease.seconds", "3");
    settings.put("lease.renew.seconds", "1");
    settings.put("TZ", zone);
    return OfficeProcess.start(settings, folder.resolve("worker" + zone.hashCode() + ".log"));
  }
}
