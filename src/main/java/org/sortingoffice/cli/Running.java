package org.sortingoffice.cli;

import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Keeps a command running until the process is told to stop (Ctrl-C, SIGTERM), also while it still
 * opens, and closes then what it had open. The process ends with 0 when that went well.
 */
final class Running {
  /** Longer than an opening takes that was interrupted. */
  private static final int OPENING_SECONDS = 30;

  private final CountDownLatch opened = new CountDownLatch(1);
  private final CountDownLatch closed = new CountDownLatch(1);
  private final Thread opener = Thread.currentThread();
  private volatile AutoCloseable open;

  /**
   * @param name the name of the thread that closes
   */
  Running(String name) {
    Runtime.getRuntime().addShutdownHook(new Thread(this::stop, name));
  }

  /** Opens what is to be closed. */
  <T extends AutoCloseable> T open(Callable<T> opening) throws Exception {
    try {
      T done = opening.call();
      open = done;
      return done;
    } finally {
      opened.countDown();
    }
  }

  void untilStopped() throws InterruptedException {
    closed.await();
  }

  private void stop() {
    // It could not be opened and the process ends because of that, with its own exit code.
    if (opened.getCount() == 0 && open == null) {
      return;
    }
    int exitCode = 0;
    try {
      if (opened.getCount() > 0) {
        opener.interrupt();
        if (!opened.await(OPENING_SECONDS, TimeUnit.SECONDS)) {
          throw new IllegalStateException(
              "it was still starting after %d s".formatted(OPENING_SECONDS));
        }
      }
      if (open != null) {
        open.close();
      }
    } catch (Throwable failure) {
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
}
