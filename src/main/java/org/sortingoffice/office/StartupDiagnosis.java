package org.sortingoffice.office;

import java.net.BindException;
import org.sortingoffice.database.DatabaseStartFailure;
import org.sortingoffice.simulator.SimulatorException;

/** Finds the one sentence that tells why a start failed. */
final class StartupDiagnosis {
  private StartupDiagnosis() {}

  static StartupFailure of(Throwable failure) {
    Throwable innermost = failure;
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof StartupFailure known) {
        return known;
      }
      if (cause instanceof DatabaseStartFailure || cause instanceof SimulatorException) {
        return new StartupFailure(cause.getMessage(), failure);
      }
      if (cause instanceof BindException) {
        return new StartupFailure(
            "The HTTP port is taken (%s). Stop what listens there, or choose another with HTTP_PORT."
                .formatted(cause.getMessage()),
            failure);
      }
      innermost = cause;
    }
    String what =
        innermost.getMessage() == null ? innermost.getClass().getName() : innermost.getMessage();
    return new StartupFailure("The start failed: " + what.lines().findFirst().orElse(""), failure);
  }
}
