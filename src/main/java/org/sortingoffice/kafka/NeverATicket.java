package org.sortingoffice.kafka;

import java.sql.SQLException;
import org.apache.camel.Exchange;
import org.apache.camel.Predicate;
import org.sortingoffice.http.Problem;
import org.sortingoffice.http.ProblemDiagnosis;

/**
 * Whether a record failed for good: it would fail again however often it came, whatever else
 * changed. All else (a database that is away, a full queue, a mistake of ours) may pass, so the
 * record waits.
 */
public final class NeverATicket implements Predicate {
  private static final int LONGEST_CHAIN = 50;

  private final ProblemDiagnosis diagnosis = new ProblemDiagnosis();

  @Override
  public boolean matches(Exchange exchange) {
    // A doCatch asks before it has moved the failure to where those after it look for it.
    Throwable failure =
        exchange.getException() != null
            ? exchange.getException()
            : exchange.getProperty(Exchange.EXCEPTION_CAUGHT, Throwable.class);
    Problem problem = diagnosis.diagnose(failure);
    return switch (problem.status()) {
      // A twin is being accepted; the actor's share is used up.
      case 409, 429 -> false;
      default -> problem.status() < 500 || cannotBeStored(failure);
    };
  }

  /** Class 22: a value that no column takes. Each row of a failed batch was tried by itself. */
  private static boolean cannotBeStored(Throwable failure) {
    Throwable cause = failure;
    for (int i = 0; cause != null && i < LONGEST_CHAIN; i++, cause = cause.getCause()) {
      if (cause instanceof SQLException sql
          && sql.getSQLState() != null
          && sql.getSQLState().startsWith("22")) {
        return true;
      }
    }
    return false;
  }
}
