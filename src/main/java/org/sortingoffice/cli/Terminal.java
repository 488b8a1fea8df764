package org.sortingoffice.cli;

import java.io.Console;

/** The person at the terminal, if there is one. */
public interface Terminal {
  /** Whether somebody sees what is written and can answer. */
  boolean attached();

  /** Asks, and returns the answer without spaces around it; empty when there is none. */
  String ask(String question);

  /** The terminal that this process was started from. */
  static Terminal ofProcess() {
    Console console = isTerminal(System.console()) ? System.console() : null;
    return new Terminal() {
      @Override
      public boolean attached() {
        return console != null;
      }

      @Override
      public String ask(String question) {
        String answer = console == null ? null : console.readLine("%s ", question);
        return answer == null ? "" : answer.strip();
      }
    };
  }

  // From Java 22 on there is always a console, which says itself whether it is a terminal.
  private static boolean isTerminal(Console console) {
    if (console == null) {
      return false;
    }
    try {
      return (boolean) Console.class.getMethod("isTerminal").invoke(console);
    } catch (ReflectiveOperationException olderJava) {
      return true;
    }
  }
}
