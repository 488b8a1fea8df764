package org.sortingoffice.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sortingoffice.database.DatabaseAddress;
import org.sortingoffice.database.TestDatabase;
import org.sortingoffice.testing.OfficeProcess;
import org.sortingoffice.testing.SetAside;
import org.sortingoffice.testing.TestRows;

/**
 * A redrive that two processes are sending while one after the other is killed: whoever is left, or
 * comes later, goes on with it, and no job is lost or sent twice.
 */
class KilledRedriveTest {
  private static final int JOBS = 400;
  private static final int RATE = 100;

  @TempDir Path folder;

  private TestRows rows;

  @Test
  void aRedriveOutlivesItsProcessesAndSendsEachJobOnceAtItsPace_H61() throws Exception {
    DatabaseAddress address = TestDatabase.migrated("killed_redrive");
    rows = new TestRows(TestDatabase.dataSource(address));
    long seed = System.nanoTime();
    Random random = new Random(seed);
    try (OfficeProcess first = start(address);
        OfficeProcess second = start(address)) {
      new SetAside(rows).add(JOBS, "Killed: nothing", "classify", "1 minute");
      assertThat(startRedrive(first).statusCode()).isEqualTo(202);

      awaitSent(1 + random.nextInt(JOBS / 4));
      first.kill();
      awaitSent(JOBS / 4 + random.nextInt(JOBS / 4));
      second.kill();
    }
    assertThat(rows.count("redrives where state = 'running'")).as("seed %d", seed).isEqualTo(1);
    everyJobIsWhereItsItemSays(seed);
    assertThat(rows.count("redrive_items where state = 'pending'"))
        .as("seed %d", seed)
        .isPositive();

    try (OfficeProcess third = start(address)) {
      await("it is done, seed " + seed)
          .atMost(Duration.ofSeconds(60))
          .until(() -> rows.count("redrives where state = 'done'") == 1);
      JsonNode redrive = third.get("/v1/redrives/1");
      assertThat(redrive.at("/counts/retried").asInt()).isEqualTo(JOBS);
      assertThat(redrive.at("/counts/remaining").asInt()).isZero();
    }
    everyJobIsWhereItsItemSays(seed);
    assertThat(rows.count("audit where action = 'job_retried'")).isEqualTo(JOBS);
    assertThat(rows.value("select count(distinct job_id) from audit where action = 'job_retried'"))
        .isEqualTo((long) JOBS);
    // A second of the pace, and the half second that a late look makes up for.
    assertThat(
            (Long)
                rows.value(
                    "select max(jobs) from (select count(*) over (order by at range between current row"
                        + " and interval '1 second' following) as jobs from redrive_items) as sliding"))
        .as("jobs sent within a second, seed %d", seed)
        .isLessThanOrEqualTo(RATE + RATE / 2 + 1);
  }

  /** Sent and queued, or neither, and the batch counts the same. */
  private void everyJobIsWhereItsItemSays(long seed) {
    assertThat(
            rows.count(
                "redrive_items join jobs on jobs.id = job_id where (redrive_items.state, jobs.state)"
                    + " not in (('pending', 'dead_letter'), ('retried', 'queued'))"))
        .as("jobs that are not where their item says, seed %d", seed)
        .isZero();
    assertThat(rows.count("redrive_items where state = 'retried'"))
        .as("seed %d", seed)
        .isEqualTo(((Number) rows.value("select retried from redrives")).longValue())
        .isEqualTo(rows.count("audit where action = 'job_retried'"));
  }

  private void awaitSent(int jobs) {
    await(jobs + " jobs are sent")
        .atMost(Duration.ofSeconds(60))
        .pollInterval(Duration.ofMillis(10))
        .until(() -> rows.count("redrive_items where state = 'retried'") >= jobs);
  }

  private static HttpResponse<String> startRedrive(OfficeProcess office) throws Exception {
    String asOf = office.get("/v1/dead-letters?limit=1").path("as_of").asText();
    return HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(office.api().resolve("/v1/redrives"))
                .timeout(Duration.ofSeconds(20))
                .header("Content-Type", "application/json")
                .POST(
                    BodyPublishers.ofString(
                        """
                        {"filter": {"error": "Killed"}, "as_of": "%s", "expected_count": %d, "reason": "a test of crashes",
                         "rate_per_second": %d}
                        """
                            .formatted(asOf, JOBS, RATE)))
                .build(),
            BodyHandlers.ofString());
  }

  private OfficeProcess start(DatabaseAddress address) throws IOException {
    return OfficeProcess.start(
            Map.of(
                "app.roles", "api,housekeeping",
                "database.url", address.jdbcUrl(),
                "database.user", address.user(),
                "database.password", address.password()),
            folder.resolve("office.log"))
        .awaitAnswer();
  }
}
