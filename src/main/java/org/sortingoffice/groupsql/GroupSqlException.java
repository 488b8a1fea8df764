package org.sortingoffice.groupsql;

/**
 * A row was not saved, or nobody knows whether it was: the statement failed, and was not tried
 * again or not any longer. The cause is what the database or the driver said, mostly a {@link
 * java.sql.SQLException} with its SQL state.
 */
public final class GroupSqlException extends Exception {
  private static final long serialVersionUID = 1L;

  GroupSqlException(String message, Throwable cause) {
    super(message, cause);
  }
}
