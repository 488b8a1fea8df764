package org.sortingoffice.testing;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import javax.sql.DataSource;

/** Looks at, and where a test must, changes what is in the database. */
public final class TestRows {
  private final DataSource database;

  public TestRows(DataSource database) {
    this.database = database;
  }

  /** A connection of the test's own. */
  public Connection connect() throws SQLException {
    return database.getConnection();
  }

  /** How many rows, of {@code table where ..}. */
  public long count(String tableAndCondition) {
    return ((Number) value("select count(*) from " + tableAndCondition)).longValue();
  }

  /** The first value of the first row, or null. */
  public Object value(String sql, Object... parameters) {
    try (Connection connection = connect();
        PreparedStatement statement = prepared(connection, sql, parameters);
        ResultSet row = statement.executeQuery()) {
      return row.next() ? row.getObject(1) : null;
    } catch (SQLException e) {
      throw new IllegalStateException(sql, e);
    }
  }

  /** Runs a statement and returns how many rows it changed. */
  public int change(String sql, Object... parameters) {
    try (Connection connection = connect();
        PreparedStatement statement = prepared(connection, sql, parameters)) {
      return statement.executeUpdate();
    } catch (SQLException e) {
      throw new IllegalStateException(sql, e);
    }
  }

  private static PreparedStatement prepared(Connection connection, String sql, Object... parameters)
      throws SQLException {
    PreparedStatement statement = connection.prepareStatement(sql);
    for (int i = 0; i < parameters.length; i++) {
      statement.setObject(i + 1, parameters[i]);
    }
    return statement;
  }
}
