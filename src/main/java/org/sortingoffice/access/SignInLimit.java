package org.sortingoffice.access;

import io.github.bucket4j.Bucket;
import io.github.bucket4j.TimeMeter;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * How often keys may be guessed from one address: ten times at once, then ten times a minute. No
 * guess can be right with keys of 256 bits; this keeps a program that tries from costing much, and
 * from hiding in the log what else happens.
 */
public final class SignInLimit {
  private static final int A_MINUTE = 10;
  private static final int MOST_ADDRESSES = 10_000;

  private final TimeMeter clock;
  private final Map<String, Bucket> buckets =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Bucket> eldest) {
          return size() > MOST_ADDRESSES;
        }
      };

  /**
   * @param clock tells how much time has passed
   */
  public SignInLimit(TimeMeter clock) {
    this.clock = clock;
  }

  /** Whether this address may try once more, which counts as wrong until it is told otherwise. */
  synchronized boolean mayTry(String address) {
    return bucket(address).tryConsume(1);
  }

  /** The last try was right, and does not count. */
  synchronized void wasRight(String address) {
    bucket(address).addTokens(1);
  }

  private Bucket bucket(String address) {
    return buckets.computeIfAbsent(
        address,
        unknown ->
            Bucket.builder()
                .withCustomTimePrecision(clock)
                .addLimit(
                    limit -> limit.capacity(A_MINUTE).refillGreedy(A_MINUTE, Duration.ofMinutes(1)))
                .build());
  }
}
