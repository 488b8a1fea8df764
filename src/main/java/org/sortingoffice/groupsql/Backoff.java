package org.sortingoffice.groupsql;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * How long to wait before a statement is tried again while the database is away: between half and
 * all of 50, 100, 200 .. 2000 ms, so that many processes do not come back at one moment.
 *
 * @param random where the jitter comes from
 */
record Backoff(RandomGenerator random) {
  private static final long FIRST_MILLIS = 50;
  private static final long LONGEST_MILLIS = 2_000;

  /**
   * @param failures how often it failed, from 1
   */
  Duration after(int failures) {
    long whole = Math.min(LONGEST_MILLIS, FIRST_MILLIS << Math.min(failures - 1, 10));
    return Duration.ofMillis(whole / 2 + random.nextLong(whole / 2 + 1));
  }
}
