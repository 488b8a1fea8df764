package org.sortingoffice.cli;

import java.util.concurrent.CountDownLatch;

/**
 * Keeps a command running until the process is told to stop, and closes then what it had open. The
 * process ends with 0 when that went well.
 */
final class Running {
  private final CountDownLatch closed = new CountDownLatch(1);

  /**
   * @param open is closed when the process is told to stop (Ctrl-C, SIGTERM)
   * @param name the name of the thread that closes it
   */
  Running(AutoCloseable open, String name) {
    Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(open), name));
  }

  private void stop(AutoCloseable open) {
    int exitCode = 0;
    try {
      open.close();
    } catch (Exception failure) {
      System.err.println("It did not stop well: " + failure.getMessage());
      exitCode = 1;
    } finally {
      closed.countDown();
    }
    // Being told to stop and doing so is no failure, but the JVM would say 143. By now nothing is
    // open that another hook could close.
    System.out.flush();
    Runtime.getRuntime().halt(exitCode);
  }

  void untilStopped() throws InterruptedException {
    closed.await();
  }
}
