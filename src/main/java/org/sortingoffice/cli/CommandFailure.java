package org.sortingoffice.cli;

/** Ends a command with a sentence for the person and an exit code for the script. */
public final class CommandFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int exitCode;

  /**
   * @param exitCode what the process ends with
   * @param message what happened and what to do next
   */
  public CommandFailure(int exitCode, String message) {
    super(message, null, false, false);
    this.exitCode = exitCode;
  }

  /** What the process ends with. */
  public int exitCode() {
    return exitCode;
  }
}
