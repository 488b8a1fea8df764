package org.sortingoffice.cli;

import java.util.concurrent.CountDownLatch;

/** Keeps a command running until the process is told to stop, and closes then what it had open. */
final class Running {
  private final CountDownLatch closed = new CountDownLatch(1);

  /**
   * @param open is closed when the process is told to stop (Ctrl-C, SIGTERM)
   * @param name the name of the thread that closes it
   */
  Running(AutoCloseable open, String name) {
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  try {
                    open.close();
                  } catch (Exception failure) {
                    System.err.println("It did not stop well: " + failure.getMessage());
                  } finally {
                    closed.countDown();
                  }
                },
                name));
  }

  void untilStopped() throws InterruptedException {
    closed.await();
  }
}
