package org.sortingoffice.intake;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * When something is counted again: a second after the last time, or later, so that counting takes
 * no more than a hundredth of the time, however long a count takes. One count at a time.
 * Thread-safe.
 */
final class CountPace {
  private static final long LEAST_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final int TIMES_ITS_COST = 99;

  private final LongSupplier nanoTime;
  private boolean counting;
  private long begunAt;
  private long nextAt;

  /**
   * @param nanoTime a clock for differences, in nanoseconds
   */
  CountPace(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
    this.nextAt = nanoTime.getAsLong();
  }

  /** Whether it is time; who is told so counts, and calls {@link #end} or {@link #fail} then. */
  synchronized boolean begin() {
    long now = nanoTime.getAsLong();
    if (counting || now - nextAt < 0) {
      return false;
    }
    counting = true;
    begunAt = now;
    return true;
  }

  /** It could not be counted, and can be tried again at once. */
  synchronized void fail() {
    counting = false;
  }

  /** The count is over. */
  synchronized void end() {
    long now = nanoTime.getAsLong();
    // A timer that ticks every second is a little early now and then.
    long pause = Math.max(LEAST_NANOS - LEAST_NANOS / 20, TIMES_ITS_COST * (now - begunAt));
    nextAt = begunAt + pause;
    counting = false;
  }
}
