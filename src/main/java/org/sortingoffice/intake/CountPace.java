package org.sortingoffice.intake;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * When something is counted again: a second after the last time, or later, so that counting takes
 * no more than a hundredth of the time, however long a count takes. A single slow one is an
 * accident: of the last two the faster one tells what a count costs. One count at a time.
 * Thread-safe.
 */
final class CountPace {
  private static final long LEAST_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final int TIMES_ITS_COST = 99;

  private final LongSupplier nanoTime;
  private final long mostNanos;
  private boolean counting;
  private long begunAt;
  private long costBefore;
  private long nextAt;

  /**
   * @param most how long to wait at most, whatever a count takes
   * @param nanoTime a clock for differences, in nanoseconds
   */
  CountPace(Duration most, LongSupplier nanoTime) {
    this.mostNanos = most.toNanos();
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
    long cost = now - begunAt;
    long pause =
        Math.max(LEAST_NANOS - LEAST_NANOS / 20, TIMES_ITS_COST * Math.min(cost, costBefore));
    nextAt = begunAt + Math.min(mostNanos, pause);
    costBefore = cost;
    counting = false;
  }
}
