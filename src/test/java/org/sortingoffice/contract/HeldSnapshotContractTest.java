package org.sortingoffice.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import org.sortingoffice.testing.RunningOffice;

/** The office among the other users of its database. */
class HeldSnapshotContractTest {
  private static RunningOffice office;

  @BeforeAll
  static void start() {
    office =
        RunningOffice.start(
            "contract_snapshots",
            Map.of("snapshot.warn.seconds", "1", "housekeeping.seconds", "1"));
  }

  @AfterAll
  static void stop() {
    office.close();
  }

  @Test
  void aSnapshotThatIsHeldForLongIsToldWithItsProcess_andWorkGoesOn_Q50() throws Exception {
    List<String> lines = new CopyOnWriteArrayList<>();
    AppenderBase<ILoggingEvent> listener =
        new AppenderBase<>() {
          @Override
          protected void append(ILoggingEvent line) {
            lines.add(line.getLevel() + " " + line.getFormattedMessage());
          }
        };
    Logger logger = (Logger) LoggerFactory.getLogger("database");
    listener.start();
    logger.addAppender(listener);
    try (Connection other = office.rows().connect();
        Statement statement = other.createStatement()) {
      other.setAutoCommit(false);
      other.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
      int process;
      try (ResultSet row = statement.executeQuery("select pg_backend_pid() from provider_gate")) {
        row.next();
        process = row.getInt(1);
      }
      long job = office.postGoodTicket("Beside a held snapshot");
      office.awaitJob(job, "succeeded");

      await("a warning")
          .atMost(Duration.ofSeconds(30))
          .until(() -> lines.stream().anyMatch(line -> line.startsWith("WARN process " + process)));
      assertThat(lines.get(0)).contains("has held a snapshot for ", " s,", "pg_terminate_backend");
      other.rollback();
    } finally {
      logger.detachAppender(listener);
    }
  }

  @Test
  void ticketsOfOneCustomerWriteNoRowThatTheyShare_Q51() {
    Object gate = office.rows().value("select xmin::text || ctid::text from provider_gate");
    long first = office.postGoodTicket("One of many");
    for (int i = 0; i < 30; i++) {
      office.postGoodTicket("One of many");
    }
    office.awaitAllOver(Duration.ofSeconds(60));

    assertThat(office.rows().count("jobs where state = 'succeeded' and id >= " + first))
        .isEqualTo(31);
    assertThat(office.rows().value("select xmin::text || ctid::text from provider_gate"))
        .as("the only row that all jobs look at")
        .isEqualTo(gate);
  }
}
