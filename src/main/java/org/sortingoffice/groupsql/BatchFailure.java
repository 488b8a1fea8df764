package org.sortingoffice.groupsql;

import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.Set;

/** What the failure of a statement means for the rows in it. */
enum BatchFailure {
  /** Two statements were in each other's way, and the server has undone this one: again at once. */
  ROLLED_BACK,
  /** The database is away, or the line to it broke: again later, while there is time. */
  AWAY,
  /**
   * A lock was not to be had in the time that the statement allows itself: each row by itself, and
   * one that still waits for it after others that came, so that it hurts nobody else.
   */
  LOCKED,
  /**
   * The server refuses something in the batch: each row by itself, so that it hurts nobody else.
   */
  ROW,
  /**
   * Not the database's word, such as a result that cannot be matched to the rows. It may be
   * committed, so nothing is tried again.
   */
  UNKNOWN;

  /** Causes can form a ring; no honest chain is this long. */
  private static final int LONGEST_CHAIN = 50;

  private static final String LOCK_NOT_AVAILABLE = "55P03";

  private static final Set<String> ROLLED_BACK_STATES = Set.of("40001", "40P01");

  /**
   * Beside class 08: shutting down, crashed, starting up; too many connections; a server that
   * became read-only because another one leads now.
   */
  private static final Set<String> AWAY_STATES =
      Set.of("57P01", "57P02", "57P03", "53300", "25006");

  /**
   * Whether a statement that found the database {@link #AWAY} may have been committed: not when
   * there was no connection to send it on, which pools tell by an exception of its own.
   */
  static boolean mayHaveBeenSaved(Throwable failure) {
    return !(failure instanceof SQLTransientConnectionException);
  }

  /** Judges by the SQL state, wherever in the chain of causes it stands. */
  static BatchFailure of(Throwable failure) {
    boolean refused = false;
    Throwable cause = failure;
    for (int i = 0; cause != null && i < LONGEST_CHAIN; i++, cause = cause.getCause()) {
      if (cause instanceof SQLException sql) {
        refused = true;
        String state = sql.getSQLState() == null ? "" : sql.getSQLState();
        if (ROLLED_BACK_STATES.contains(state)) {
          return ROLLED_BACK;
        }
        if (LOCK_NOT_AVAILABLE.equals(state)) {
          return LOCKED;
        }
        if (sql instanceof SQLTransientConnectionException
            || state.startsWith("08")
            || AWAY_STATES.contains(state)) {
          return AWAY;
        }
      }
    }
    return refused ? ROW : UNKNOWN;
  }
}
