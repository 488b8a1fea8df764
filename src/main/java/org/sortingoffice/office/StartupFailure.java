package org.sortingoffice.office;

/**
 * The start stopped for a reason that one sentence tells: what is wrong and what to do about it.
 */
public final class StartupFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * @param sentence for the person at the terminal
   */
  public StartupFailure(String sentence) {
    super(sentence);
  }

  /**
   * @param sentence for the person at the terminal
   * @param cause for the log
   */
  public StartupFailure(String sentence, Throwable cause) {
    super(sentence, cause);
  }
}
