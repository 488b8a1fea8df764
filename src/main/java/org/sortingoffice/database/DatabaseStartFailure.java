package org.sortingoffice.database;

/**
 * The program cannot start because of its database. The message says in one or two sentences what
 * happened and what to do next, and never holds a password; the cause, if any, is for the log.
 */
public class DatabaseStartFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** A failure that explains itself. */
  public DatabaseStartFailure(String message) {
    super(message);
  }

  /** A failure with the exception that it came from. */
  public DatabaseStartFailure(String message, Throwable cause) {
    super(message, cause);
  }
}
