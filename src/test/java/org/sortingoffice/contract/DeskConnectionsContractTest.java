package org.sortingoffice.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.http.HttpResponse;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sortingoffice.testing.RunningOffice;
import org.sortingoffice.testing.TestRows;

/** Who searches takes nothing from intake and work; who follows one job waits for no search. */
class DeskConnectionsContractTest {
  private static RunningOffice office;
  private static TestRows rows;
  private static long job;

  @BeforeAll
  static void start() {
    office = RunningOffice.start("contract_desk_connections", Map.of("app.roles", "api"));
    rows = office.rows();
    job = office.postGoodTicket("Followed");
  }

  @AfterAll
  static void stop() {
    office.close();
  }

  @ParameterizedTest
  @CsvSource({
    "/v1/jobs?actor=nobody, with page as, sorting-office-desk",
    "/v1/jobs/JOB, string_agg(task, sorting-office"
  })
  void itsStatementRunsOnAConnectionOf(String path, String statement, String pool)
      throws Exception {
    try (Connection held = rows.connect();
        Statement lock = held.createStatement()) {
      held.setAutoCommit(false);
      lock.execute("lock table jobs in access exclusive mode");
      CompletableFuture<HttpResponse<String>> answer =
          office.sendAsync(office.request(path.replace("JOB", String.valueOf(job))));

      await("its statement waits for the lock")
          .atMost(Duration.ofSeconds(10))
          .pollInterval(Duration.ofMillis(20))
          .until(() -> poolThatWaitsWith(statement) != null);
      assertThat(poolThatWaitsWith(statement)).isEqualTo(pool);

      held.rollback();
      assertThat(answer.get(20, TimeUnit.SECONDS).statusCode()).isEqualTo(200);
    }
  }

  private static Object poolThatWaitsWith(String statement) {
    return rows.value(
        "select min(application_name) from pg_stat_activity where datname = current_database()"
            + " and wait_event_type = 'Lock' and strpos(query, ?) > 0",
        statement);
  }
}
