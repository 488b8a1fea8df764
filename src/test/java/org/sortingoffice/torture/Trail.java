package org.sortingoffice.torture;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;

/** Everything that is known about one job, for the person who has to find out what went wrong. */
final class Trail {
  private static final List<String> TABLES =
      List.of(
          "select jobs::text from jobs where id = ?",
          "select 'delivery ' || deliveries::text from deliveries where job_id = ? order by delivery",
          """
          select format('result %s by delivery %s at %s: %s', task, delivery, created_at, left(output::text, 80))
          from ai_runs
          where job_id = ?
          order by id
          """);

  private final DataSource database;
  private final List<ProviderCall> calls;

  Trail(DataSource database, List<ProviderCall> calls) {
    this.database = database;
    this.calls = calls;
  }

  /** Its rows, then its calls. */
  List<String> of(long job) throws SQLException {
    List<String> lines = new ArrayList<>();
    try (Connection connection = database.getConnection()) {
      for (String table : TABLES) {
        try (PreparedStatement statement = connection.prepareStatement(table)) {
          statement.setLong(1, job);
          try (ResultSet rows = statement.executeQuery()) {
            while (rows.next()) {
              lines.add(rows.getString(1));
            }
          }
        }
      }
    }
    calls.stream()
        .filter(call -> call.job() == job)
        .forEach(call -> lines.add("call " + call.line()));
    return lines;
  }
}
