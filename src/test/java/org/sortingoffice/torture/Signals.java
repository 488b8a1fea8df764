package org.sortingoffice.torture;

import java.io.IOException;

/** Sends POSIX signals that Java has no word for. */
final class Signals {
  private Signals() {}

  /** Freezes a process where it stands; it does not notice. */
  static void freeze(long pid) throws IOException, InterruptedException {
    send("STOP", pid);
  }

  /** Lets a frozen process go on. */
  static void thaw(long pid) throws IOException, InterruptedException {
    send("CONT", pid);
  }

  /** Ends a PostgreSQL server as {@code pg_ctl stop -m immediate} does. */
  static void quit(long pid) throws IOException, InterruptedException {
    send("QUIT", pid);
  }

  private static void send(String signal, long pid) throws IOException, InterruptedException {
    Process kill = new ProcessBuilder("kill", "-" + signal, Long.toString(pid)).start();
    if (kill.waitFor() != 0) {
      throw new IOException("kill -" + signal + " " + pid + " failed");
    }
  }
}
