package org.sortingoffice.demo;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import javax.sql.DataSource;

/** Reads what is really in the database, past everything that might tell otherwise. */
final class Ledger {
  private final DataSource database;

  Ledger(DataSource database) {
    this.database = database;
  }

  /**
   * A job as it stands.
   *
   * @param state its state
   * @param attempt its attempts
   * @param results how many results it has
   */
  record JobLine(String state, int attempt, long results) {}

  long count(String table) throws SQLException {
    try (Connection connection = database.getConnection();
        PreparedStatement statement = connection.prepareStatement("select count(*) from " + table);
        ResultSet row = statement.executeQuery()) {
      row.next();
      return row.getLong(1);
    }
  }

  JobLine job(long id) throws SQLException {
    try (Connection connection = database.getConnection();
        PreparedStatement statement =
            connection.prepareStatement(
                "select state, attempt, (select count(*) from ai_runs where job_id = jobs.id) from jobs where id = ?")) {
      statement.setLong(1, id);
      try (ResultSet row = statement.executeQuery()) {
        row.next();
        return new JobLine(row.getString(1), row.getInt(2), row.getLong(3));
      }
    }
  }
}
