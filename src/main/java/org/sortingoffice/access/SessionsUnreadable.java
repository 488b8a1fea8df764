package org.sortingoffice.access;

import java.sql.SQLException;

/** The sessions cannot be read; what the database said is the cause, and decides the answer. */
final class SessionsUnreadable extends RuntimeException {
  private static final long serialVersionUID = 1L;

  SessionsUnreadable(SQLException cause) {
    super("the sessions cannot be read", cause);
  }
}
