package org.sortingoffice.cli.desk;

/** What {@code dead-letters} ends with, for scripts. 0 and 2 are as everywhere. */
final class ExitCodes {
  /** All was done. */
  static final int OK = 0;

  /** The office could not be reached, or something went wrong there. */
  static final int FAILED = 1;

  /** The command was called wrongly. */
  static final int USAGE = 2;

  /** Nothing matches, or there is no such job. */
  static final int NOTHING = 3;

  /** The key is missing, unknown, or has not the role. */
  static final int NOT_ALLOWED = 4;

  /**
   * Somebody was first: the job is in another state, other jobs match, or a redrive is in the way.
   */
  static final int CONFLICT = 5;

  /** The redrive did not send all that it should: jobs were skipped, or it was cancelled. */
  static final int INCOMPLETE = 6;

  private ExitCodes() {}
}
