package org.sortingoffice.model;

import java.sql.SQLException;

/** The database refused a statement. */
final class StatementFailed extends RuntimeException {
  private static final long serialVersionUID = 1L;

  StatementFailed(SQLException cause) {
    super(cause.getMessage(), cause);
  }

  /** The SQL state, such as 40P01 for a deadlock. */
  String sqlState() {
    return ((SQLException) getCause()).getSQLState();
  }
}
