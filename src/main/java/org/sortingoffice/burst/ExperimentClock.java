package org.sortingoffice.burst;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * The experiment's clock. It counts from its making, in seconds, and runs as fast as it is told to.
 */
final class ExperimentClock {
  private final double speed;
  private final LongSupplier nanoTime;
  private final long start;

  /**
   * @param speed its seconds in a real one
   * @param nanoTime a clock for differences, in nanoseconds
   */
  ExperimentClock(double speed, LongSupplier nanoTime) {
    this.speed = speed;
    this.nanoTime = nanoTime;
    this.start = nanoTime.getAsLong();
  }

  double seconds() {
    return (nanoTime.getAsLong() - start) / 1e9 * speed;
  }

  /** Waits until the clock shows so many seconds; returns at once when it is past them. */
  void awaitSeconds(double seconds) throws InterruptedException {
    long end = start + Math.round(seconds / speed * 1e9);
    TimeUnit.NANOSECONDS.sleep(end - nanoTime.getAsLong());
  }
}
