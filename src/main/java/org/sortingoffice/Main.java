package org.sortingoffice;

import org.sortingoffice.cli.SortingOfficeCommand;

/** Entry point. */
public final class Main {
  private Main() {}

  /**
   * Runs the command that the arguments name; without any, {@code serve}. The exit code is 0 when
   * it did what it should, 1 when it failed, 2 when it was called wrongly.
   */
  public static void main(String[] args) {
    int exitCode = SortingOfficeCommand.run(args);
    if (exitCode != 0) {
      System.exit(exitCode);
    }
  }
}
