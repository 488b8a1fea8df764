package org.sortingoffice.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.sortingoffice.contract.IntakeContractTest.assertProblem;
import static org.sortingoffice.testing.RunningOffice.json;
import static org.sortingoffice.testing.RunningOffice.ticket;

import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sortingoffice.database.EmbeddedDatabase;
import org.sortingoffice.testing.RunningOffice;
import org.sortingoffice.testing.TcpForwarder;

/**
 * PostgreSQL is stopped and started again under a running office. Nobody restarts anything else.
 */
class DatabaseAwayTest {
  @TempDir Path folder;

  @Test
  void requestsAreRefusedMeanwhileAndWorkGoesOnAfterwards_H14_Q41() {
    EmbeddedDatabase database = EmbeddedDatabase.start(folder);
    try (TcpForwarder wire = TcpForwarder.to(database.address());
        RunningOffice office =
            RunningOffice.startAt(
                wire.address(database.address()), Map.of("claim.poll.millis", "100"))) {
      String ticket = ticket("C-0022", "Parcel", "while the database is away");
      office.awaitJob(office.postGoodTicket("Before"), "succeeded");

      wire.cut();
      database.close();

      assertProblem(office.get("/health/ready"), 503, "database_unavailable");
      HttpResponse<String> refused = office.postTicket("away-1", ticket);
      assertProblem(refused, 503, "database_unavailable");
      assertThat(refused.headers().firstValue("Retry-After")).isPresent();
      assertThat(office.get("/health/live").statusCode()).isEqualTo(200);

      database = EmbeddedDatabase.start(folder);
      wire.mend(TcpForwarder.portOf(database.address()));

      await()
          .atMost(Duration.ofSeconds(20))
          .until(() -> office.get("/health/ready").statusCode() == 200);
      HttpResponse<String> accepted = office.postTicket("away-1", ticket);
      assertThat(accepted.statusCode()).isEqualTo(202);
      assertThat(accepted.headers().firstValue("Idempotent-Replayed")).isEmpty();
      office.awaitJob(json(accepted).path("job_id").asLong(), "succeeded");
    } finally {
      database.close();
    }
  }
}
