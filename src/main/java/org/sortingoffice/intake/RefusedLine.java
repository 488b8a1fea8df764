package org.sortingoffice.intake;

import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;

/**
 * Tells those who are refused when to come again (Retry-After, RFC 9110, section 10.2.3). They
 * stand in a line that nobody has to wait in: each is told a time at which, as fast as the queue
 * drains, what is too much and those refused before it will have gone in. So a thousand that are
 * refused at once do not come again at once; chance spreads them further. Thread-safe.
 */
final class RefusedLine {
  /** Nobody is told more: things may be better before. */
  static final int MOST_SECONDS = 300;

  private static final double WHEN_NOTHING_IS_KNOWN = 10;
  private static final double WHEN_NOTHING_DRAINS = 60;
  private static final double MOST_BEFORE_CHANCE = MOST_SECONDS / 1.5;
  private static final double LEAST_SPREAD = 2;

  private final RandomGenerator random;
  private final LongSupplier nanoTime;
  private double waiting;
  private long lookedAt;

  /**
   * @param random spreads those who are refused
   * @param nanoTime a clock for differences, in nanoseconds
   */
  RefusedLine(RandomGenerator random, LongSupplier nanoTime) {
    this.random = random;
    this.nanoTime = nanoTime;
    this.lookedAt = nanoTime.getAsLong();
  }

  /**
   * Takes one more into the line.
   *
   * @param excess by how many jobs the queue is too long for it
   * @param rate how fast the queue drains
   * @return in how many seconds it should come again, 1 to {@link #MOST_SECONDS}
   */
  synchronized int join(long excess, DrainRate rate) {
    OptionalDouble perSecond = rate.perSecond();
    long now = nanoTime.getAsLong();
    double passed = (now - lookedAt) / (double) TimeUnit.SECONDS.toNanos(1);
    lookedAt = now;
    waiting = Math.max(0, waiting - passed * perSecond.orElse(0));
    double seconds;
    if (perSecond.isEmpty()) {
      seconds = WHEN_NOTHING_IS_KNOWN;
    } else if (perSecond.getAsDouble() < 1.0 / MOST_SECONDS) {
      seconds = WHEN_NOTHING_DRAINS;
    } else {
      seconds = (excess + waiting) / perSecond.getAsDouble();
      // Whoever is told the most comes when all the others do: the line need not grow for it.
      waiting += seconds < MOST_BEFORE_CHANCE ? 1 : 0;
    }
    seconds = Math.max(1, Math.min(MOST_BEFORE_CHANCE, seconds));
    return (int) (seconds + random.nextDouble() * Math.max(LEAST_SPREAD, seconds / 2));
  }
}
