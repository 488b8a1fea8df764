package org.sortingoffice.demo;

/**
 * Stops the process as a power cut would: no shutdown hook, no finally block, no open transaction
 * committed.
 */
public final class PowerCut {
  /** As a process killed by signal 9 ends. */
  static final int EXIT_CODE = 137;

  /** Does not return. */
  public void now() {
    Runtime.getRuntime().halt(EXIT_CODE);
  }
}
