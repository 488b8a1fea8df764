package org.sortingoffice.simulator;

/** The simulator could not start; the message says why and what to do. */
public final class SimulatorException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  SimulatorException(String message, Throwable cause) {
    super(message, cause);
  }
}
