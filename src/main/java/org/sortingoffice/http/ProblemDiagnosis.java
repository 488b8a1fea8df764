package org.sortingoffice.http;

import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.RejectedExecutionException;

/**
 * Finds the {@link Problem} behind whatever a route failed with. It looks through the whole chain
 * of causes, since Camel and Spring wrap, and gives away nothing of an unknown failure.
 */
public final class ProblemDiagnosis {

  /** Causes can form a ring; no honest chain is this long. */
  private static final int LONGEST_CHAIN = 50;

  /** lock_not_available: the twin of this request holds the key's row (contract 8). */
  private static final String LOCK_TIMEOUT = "55P03";

  /**
   * Single states that pass by themselves: a server turned read-only by a failover, a cancelled
   * statement (57014, statement_timeout), a serialization failure, a deadlock.
   */
  private static final Set<String> PASSING_STATES = Set.of("25006", "57014", "40001", "40P01");

  /** The answer for this failure; {@code internal_error} when nothing in it is known. */
  public Problem diagnose(Throwable failure) {
    Throwable cause = failure;
    for (int i = 0; cause != null && i < LONGEST_CHAIN; i++, cause = cause.getCause()) {
      Optional<Problem> known = known(cause);
      if (known.isPresent()) {
        return known.get();
      }
    }
    return Problems.INTERNAL_ERROR.problem();
  }

  private static Optional<Problem> known(Throwable cause) {
    if (cause instanceof ProblemException refusal) {
      return Optional.of(refusal.problem());
    }
    if (cause instanceof SQLException sql) {
      return knownState(sql);
    }
    // More wait to be written than may wait.
    if (cause instanceof RejectedExecutionException) {
      return Optional.of(Problems.DATABASE_UNAVAILABLE.problem());
    }
    return Optional.empty();
  }

  /** A batch hides the real error behind the first one, in getNextException. */
  private static Optional<Problem> knownState(SQLException first) {
    SQLException sql = first;
    for (int i = 0; sql != null && i < LONGEST_CHAIN; i++, sql = sql.getNextException()) {
      if (LOCK_TIMEOUT.equals(sql.getSQLState())) {
        return Optional.of(Problems.REQUEST_IN_PROGRESS.problem());
      }
      if (sql instanceof SQLTransientConnectionException || passes(sql.getSQLState())) {
        return Optional.of(Problems.DATABASE_UNAVAILABLE.problem());
      }
    }
    return Optional.empty();
  }

  /** Classes 08 connection, 53 out of resources, 57P shutting down or starting up. */
  private static boolean passes(String state) {
    return state != null
        && (state.startsWith("08")
            || state.startsWith("53")
            || state.startsWith("57P")
            || PASSING_STATES.contains(state));
  }
}
