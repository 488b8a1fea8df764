package org.sortingoffice.intake;

import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;

/**
 * How many jobs leave a queue in a second, smoothed over some ten seconds, so that a short pause or
 * a batch is not taken for the rule. Thread-safe.
 */
final class DrainRate {
  private static final double SMOOTHED_OVER_SECONDS = 10;

  private double perSecond = Double.NaN;

  /**
   * Takes a look into account.
   *
   * @param left how many jobs left the queue; what is below 0 came back and counts as none
   * @param nanos in what time
   */
  synchronized void observe(long left, long nanos) {
    if (nanos <= 0) {
      return;
    }
    double seconds = nanos / (double) TimeUnit.SECONDS.toNanos(1);
    double now = Math.max(0, left) / seconds;
    double weight = 1 - Math.exp(-seconds / SMOOTHED_OVER_SECONDS);
    perSecond = Double.isNaN(perSecond) ? now : perSecond + weight * (now - perSecond);
  }

  /** Jobs in a second; empty before the first look. */
  synchronized OptionalDouble perSecond() {
    return Double.isNaN(perSecond) ? OptionalDouble.empty() : OptionalDouble.of(perSecond);
  }
}
