package org.sortingoffice.http;

import io.github.bucket4j.Bucket;
import io.github.bucket4j.ConsumptionProbe;
import io.github.bucket4j.TimeMeter;
import io.github.bucket4j.local.SynchronizationStrategy;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * How many requests each of many may send in a while: a bucket of tokens for everybody, which
 * refills evenly. It counts in this process alone; several processes allow as many times as much.
 *
 * <p>Only the latest {@link #MOST} who asked are remembered, which takes about 30 MB when they are
 * all there. Who is forgotten begins with a full bucket again, so that a memory that is too small
 * lets more through and never less.
 */
public final class RateLimit {
  /** How many are remembered. */
  public static final int MOST = 100_000;

  private static final BigDecimal NANOS = BigDecimal.valueOf(1_000_000_000);
  private static final int FIRST_SIZE = 16;
  private static final float LOAD = 0.75f;

  private final String policy;
  private final long burst;
  private final Duration period;
  private final TimeMeter clock;
  private final Map<String, Bucket> buckets =
      new LinkedHashMap<>(FIRST_SIZE, LOAD, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Bucket> eldest) {
          return size() > MOST;
        }
      };

  private RateLimit(String policy, long burst, Duration period, TimeMeter clock) {
    this.policy = policy;
    this.burst = burst;
    this.period = period;
    this.clock = clock;
  }

  /** No limit; asking it costs nothing. */
  public static RateLimit none() {
    return new RateLimit("", 0, Duration.ZERO, TimeMeter.SYSTEM_NANOTIME);
  }

  /**
   * A limit.
   *
   * @param policy its name, as it is told to those who are refused
   * @param perSecond how many requests may come for ever, above 0; a fraction is fine
   * @param burst how many may come at once, at least 1
   * @param clock tells how much time has passed
   */
  public static RateLimit of(String policy, BigDecimal perSecond, int burst, TimeMeter clock) {
    Duration period =
        Duration.ofNanos(
            BigDecimal.valueOf(burst)
                .multiply(NANOS)
                .divide(perSecond, 0, RoundingMode.CEILING)
                .longValueExact());
    return new RateLimit(policy, burst, period, clock);
  }

  /**
   * Counts one request.
   *
   * @param who sends it
   * @return nothing when it may go on; otherwise the answer, which says when there is room again
   *     (draft-ietf-httpapi-ratelimit-headers-10)
   */
  public Optional<Problem> ask(String who) {
    if (burst == 0) {
      return Optional.empty();
    }
    ConsumptionProbe probe = take(who);
    if (probe.isConsumed()) {
      return Optional.empty();
    }
    long wait = seconds(Duration.ofNanos(probe.getNanosToWaitForRefill()));
    return Optional.of(
        Problems.TOO_MANY_REQUESTS
            .problem()
            .retryAfter(Math.toIntExact(wait))
            .withHeader(
                "RateLimit-Policy", "\"%s\";q=%d;w=%d".formatted(policy, burst, seconds(period)))
            .withHeader("RateLimit", "\"%s\";r=0;t=%d".formatted(policy, wait)));
  }

  // One lock for all: it is held for less than a microsecond.
  private synchronized ConsumptionProbe take(String who) {
    return buckets.computeIfAbsent(who, unknown -> bucket()).tryConsumeAndReturnRemaining(1);
  }

  synchronized int remembered() {
    return buckets.size();
  }

  private Bucket bucket() {
    return Bucket.builder()
        .withCustomTimePrecision(clock)
        .withSynchronizationStrategy(SynchronizationStrategy.NONE)
        .addLimit(limit -> limit.capacity(burst).refillGreedy(burst, period))
        .build();
  }

  /** Rounded up, at least 1, and no more than a day: nobody reads on. */
  private static long seconds(Duration time) {
    long rounded = time.plusNanos(999_999_999).toSeconds();
    return Math.max(1, Math.min(rounded, Duration.ofDays(1).toSeconds()));
  }
}
