package org.sortingoffice.groupsql;

import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;

/**
 * Executes the statement for a batch: one connection of its own, one statement, committed by
 * itself. It never joins a transaction of the caller.
 */
final class BatchExecution {
  private final String name;
  private final GroupStatement statement;

  /** The value of each parameter that is the same for all rows; null for the others. */
  private final List<String> constants;

  private final ElementText text;
  private final DataSource dataSource;
  private final int timeoutSeconds;

  /**
   * @param constants the values of those parameters that are the same for all rows, in their order
   * @param text writes what has no type of its own on the line
   * @param timeout after which the server is asked to cancel the statement; zero: never
   */
  BatchExecution(
      String name,
      GroupStatement statement,
      List<String> constants,
      ElementText text,
      DataSource dataSource,
      Duration timeout) {
    this.name = name;
    this.statement = statement;
    this.constants = List.copyOf(constants);
    this.text = text;
    this.dataSource = dataSource;
    this.timeoutSeconds = Math.toIntExact(timeout.plusMillis(999).toSeconds());
  }

  /**
   * Saves the rows.
   *
   * @return for each row what the statement returned for it, without the ordinality; null where it
   *     returned nothing
   * @throws SQLException when nothing was saved, or, after a lost connection, perhaps all
   * @throws IllegalStateException when the statement is written wrongly: it is committed, but what
   *     it returned cannot be matched to the rows
   */
  List<Map<String, Object>> execute(List<ParameterRow> rows) throws SQLException {
    try (Connection connection = dataSource.getConnection()) {
      if (!connection.getAutoCommit()) {
        connection.setAutoCommit(true);
      }
      try (PreparedStatement prepared = connection.prepareStatement(statement.sql())) {
        if (timeoutSeconds > 0) {
          prepared.setQueryTimeout(timeoutSeconds);
        }
        bind(connection, prepared, rows);
        if (!prepared.execute()) {
          throw wrong("returns no rows. It must return a column " + GroupStatement.ORDINALITY);
        }
        try (ResultSet result = prepared.getResultSet()) {
          return read(result, rows.size());
        } catch (SQLException unreadable) {
          // It is committed by now, so it must not be taken for a refusal and executed again.
          throw wrong("returned what cannot be read: " + unreadable.getMessage());
        }
      }
    }
  }

  private void bind(Connection connection, PreparedStatement prepared, List<ParameterRow> rows)
      throws SQLException {
    int element = 0;
    int constant = 0;
    int place = 1;
    for (GroupStatement.Parameter parameter : statement.parameters()) {
      if (parameter.perRow()) {
        prepared.setArray(place++, parameter.type().array(connection, rows, element++, text));
      } else {
        // Of no type of its own: the server reads the text by the cast that follows.
        prepared.setObject(place++, constants.get(constant++), Types.OTHER);
      }
    }
  }

  private List<Map<String, Object>> read(ResultSet result, int rows) throws SQLException {
    List<Map<String, Object>> found = new ArrayList<>(java.util.Collections.nCopies(rows, null));
    ResultSetMetaData columns = result.getMetaData();
    int ordinality = columnOfOrdinality(columns);
    while (result.next()) {
      long place = result.getLong(ordinality);
      if (place < 1 || place > rows) {
        throw wrong(
            "returned the %s %s, but the batch has rows 1 to %d"
                .formatted(GroupStatement.ORDINALITY, result.getString(ordinality), rows));
      }
      if (found.set((int) place - 1, row(result, columns, ordinality)) != null) {
        throw wrong(
            "returned two rows of %s %d. It may return one at most for each row of the batch"
                .formatted(GroupStatement.ORDINALITY, place));
      }
    }
    return found;
  }

  private int columnOfOrdinality(ResultSetMetaData columns) throws SQLException {
    for (int i = 1; i <= columns.getColumnCount(); i++) {
      if (columns.getColumnLabel(i).equalsIgnoreCase(GroupStatement.ORDINALITY)) {
        return i;
      }
    }
    throw wrong("does not return a column " + GroupStatement.ORDINALITY);
  }

  private static Map<String, Object> row(ResultSet result, ResultSetMetaData columns, int without)
      throws SQLException {
    Map<String, Object> row = new LinkedHashMap<>();
    for (int i = 1; i <= columns.getColumnCount(); i++) {
      if (i != without) {
        Object value = result.getObject(i);
        // An array is read now, because later its connection is somebody else's.
        row.put(columns.getColumnLabel(i), value instanceof Array array ? array.getArray() : value);
      }
    }
    return row;
  }

  private IllegalStateException wrong(String what) {
    return new IllegalStateException("The statement " + name + " " + what + ".");
  }
}
