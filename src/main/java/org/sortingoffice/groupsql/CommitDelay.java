package org.sortingoffice.groupsql;

import java.time.Duration;

/**
 * Whether a writer that finds company waits a moment for more, as PostgreSQL's own {@code
 * commit_delay} and {@code commit_siblings} do. A statement costs the server about as much as a
 * dozen rows in it, so that a busy writer does more with fewer, larger batches; one that finds few
 * rows is not busy, and writes at once.
 *
 * @param delay how long; zero for never
 * @param siblings how many rows must have come together already
 */
record CommitDelay(Duration delay, int siblings) {
  /** Never waits. */
  static final CommitDelay NONE = new CommitDelay(Duration.ZERO, 1);

  CommitDelay {
    if (delay.isNegative()) {
      throw new IllegalArgumentException("commitDelay must not be negative, but is " + delay);
    }
    if (siblings < 1) {
      throw new IllegalArgumentException("commitSiblings must be at least 1, but is " + siblings);
    }
  }

  boolean isWorthIt(int rows) {
    return !delay.isZero() && rows >= siblings;
  }

  long nanos() {
    return delay.toNanos();
  }
}
