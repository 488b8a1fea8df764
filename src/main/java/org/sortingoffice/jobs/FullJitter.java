package org.sortingoffice.jobs;

import java.util.random.RandomGenerator;

/**
 * Exponential backoff with full jitter: a wait that is uniform between 0 and a longest wait, which
 * doubles with every attempt up to a cap (contract 20). Full jitter spreads a herd best; see M.
 * Brooker, "Exponential Backoff And Jitter", AWS Architecture Blog, 2015.
 *
 * @param baseMillis the longest wait after the first attempt
 * @param multiplier by how much it grows with each attempt
 * @param capMillis the longest wait ever
 * @param random where chance comes from
 */
public record FullJitter(
    long baseMillis, double multiplier, long capMillis, RandomGenerator random) {

  /**
   * The longest wait after an attempt.
   *
   * @param attempt the attempt that failed, from 1; anything above is fine, the power cannot
   *     overflow
   * @return milliseconds, at most the cap
   */
  public long longest(int attempt) {
    double grown = baseMillis * Math.pow(multiplier, Math.max(0, attempt - 1));
    return (long) Math.min(capMillis, grown);
  }

  /**
   * A wait after an attempt, uniform between 0 and {@link #longest}, both included, in
   * milliseconds.
   */
  public long draw(int attempt) {
    return random.nextLong(longest(attempt) + 1);
  }
}
