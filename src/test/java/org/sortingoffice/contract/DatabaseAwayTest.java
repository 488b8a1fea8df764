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
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sortingoffice.database.DatabaseAddress;
import org.sortingoffice.database.EmbeddedDatabase;
import org.sortingoffice.database.TestDatabase;
import org.sortingoffice.testing.RunningOffice;
import org.sortingoffice.testing.TcpForwarder;
import org.sortingoffice.testing.TestRows;

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

  @Test
  void anOfficeThatIsStartedBeforeItsDatabaseWaitsForIt_Q43() throws Exception {
    EmbeddedDatabase database = EmbeddedDatabase.start(folder);
    try (TcpForwarder wire = TcpForwarder.to(database.address())) {
      DatabaseAddress address = wire.address(database.address());
      wire.cut();
      CompletableFuture<RunningOffice> starting =
          CompletableFuture.supplyAsync(
              () -> RunningOffice.startAt(address, Map.of("database.start.seconds", "60")));
      // Refused at the door, again and again.
      await().atMost(Duration.ofSeconds(20)).until(() -> wire.refused() >= 2);
      assertThat(starting).isNotDone();

      wire.mend(TcpForwarder.portOf(database.address()));

      try (RunningOffice office = starting.get(60, TimeUnit.SECONDS)) {
        assertThat(office.get("/health/ready").statusCode()).isEqualTo(200);
        office.awaitJob(office.postGoodTicket("First of all"), "succeeded");
      }
    } finally {
      database.close();
    }
  }

  @Test
  void lostJobsAreTakenBackAlthoughTheDatabaseRestartsInTheMiddleOfIt_Q19() {
    EmbeddedDatabase database = EmbeddedDatabase.start(folder);
    try (TcpForwarder wire = TcpForwarder.to(database.address());
        RunningOffice office =
            RunningOffice.startAt(
                wire.address(database.address()),
                Map.of(
                    "app.roles", "api,worker",
                    "claim.poll.millis", "100",
                    "lease.seconds", "3",
                    "lease.renew.seconds", "1"))) {
      TestRows rows = new TestRows(TestDatabase.dataSource(database.address()));
      int lost = 250;
      rows.change(
          """
          with ticket as (
            insert into tickets (number, customer_id, subject, body)
            select 500000 + i, 'C-1', 'Held ' || i, 'b' from generate_series(1, 250) as i
            returning number
          )
          insert into jobs (id, ticket_number, actor, request_sha256, state, attempt, delivery, locked_by, lease_until,
                            started_at)
          select number - 500000, number, 'customer:C-1', 'v1:x', 'running', 1, 1, 'gone', now(), now()
          from ticket
          """);
      await()
          .atMost(Duration.ofSeconds(20))
          .pollInterval(Duration.ofMillis(5))
          .until(() -> rows.count("deliveries where outcome = 'lost'") > 0);
      wire.cut();
      database.close();
      database = EmbeddedDatabase.start(folder);
      wire.mend(TcpForwarder.portOf(database.address()));

      TestRows after = new TestRows(TestDatabase.dataSource(database.address()));
      await()
          .atMost(Duration.ofSeconds(60))
          .until(() -> after.count("jobs where state = 'succeeded'") == lost);
      assertThat(after.count("ai_runs")).isEqualTo(3L * lost);
    } finally {
      database.close();
    }
  }
}
