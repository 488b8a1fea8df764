package org.sortingoffice.groupsql;

import java.time.Duration;

/**
 * How many statements may run at once, and when another one begins. Each halves the batches of the
 * others, so that one does the most while it gets on; but when it waits for a lock, everybody would
 * wait with it.
 *
 * @param most how many at once, at least 1
 * @param spareAfter how long a row waits before another writer begins; zero for at once
 */
record Writers(int most, Duration spareAfter) {
  Writers {
    if (most < 1) {
      throw new IllegalArgumentException("writers must be at least 1, but is " + most);
    }
    if (spareAfter.isNegative()) {
      throw new IllegalArgumentException(
          "spareWriterAfter must not be negative, but is " + spareAfter);
    }
  }

  /** So many, all of which begin at once. */
  static Writers of(int most) {
    return new Writers(most, Duration.ZERO);
  }

  /** Whether a row that finds others busy writes at once. */
  boolean beginsAtOnce(int busy) {
    return busy == 0 || busy < most && !hasSpare();
  }

  /** Whether another writer begins, or goes on, beside those that are busy. */
  boolean needsSpare(int busy, long waitedNanos) {
    return busy < most && waitedNanos >= spareAfter.toNanos();
  }

  /** Whether some writers begin only when rows have waited. */
  boolean hasSpare() {
    return most > 1 && !spareAfter.isZero();
  }
}
