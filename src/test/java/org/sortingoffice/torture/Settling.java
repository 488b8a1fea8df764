package org.sortingoffice.torture;

import static org.awaitility.Awaitility.await;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.awaitility.core.ConditionTimeoutException;

/** Waits, when nothing is broken any more, until no job is queued or running. */
final class Settling {
  private static final int SHOWN = 20;

  private final DataSource database;

  Settling(DataSource database) {
    this.database = database;
  }

  /**
   * Waits.
   *
   * @return what is stuck when the patience is over; empty when all is settled
   */
  List<Violation> within(Duration patience) throws SQLException {
    try {
      await("no job is queued or running")
          .atMost(patience)
          .pollInterval(Duration.ofMillis(200))
          .ignoreExceptions()
          .until(() -> unfinished() == 0);
      return List.of();
    } catch (ConditionTimeoutException notSettled) {
      return stuck(patience);
    }
  }

  private long unfinished() throws SQLException {
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery(
                "select count(*) from jobs where state in ('queued', 'running')")) {
      row.next();
      return row.getLong(1);
    }
  }

  private List<Violation> stuck(Duration patience) throws SQLException {
    List<Violation> stuck = new ArrayList<>();
    stuck.add(
        Violation.of(
            "all settles within " + patience.toSeconds() + " s",
            0,
            unfinished() + " jobs are not over; the gate: " + gate()));
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery(
                """
                select id,
                       format('%s, attempt %s, delivery %s, due in %s, waits for %s, held by %s, its lease ends in %s, %s',
                              state, attempt, delivery, run_at - now(), wait_reason, locked_by, lease_until - now(),
                              last_error)
                from jobs
                where state in ('queued', 'running')
                order by id
                limit
                """
                    + SHOWN)) {
      while (row.next()) {
        stuck.add(Violation.of("stuck", row.getLong(1), row.getString(2)));
      }
    }
    return stuck;
  }

  private String gate() throws SQLException {
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery(
                "select provider_gate::text || ', now ' || now() from provider_gate")) {
      row.next();
      return row.getString(1);
    }
  }
}
