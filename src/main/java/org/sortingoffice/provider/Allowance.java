package org.sortingoffice.provider;

import io.github.bucket4j.Bandwidth;
import io.github.bucket4j.Bucket;
import io.github.bucket4j.BucketConfiguration;
import io.github.bucket4j.ConsumptionProbe;
import io.github.bucket4j.TimeMeter;
import io.github.bucket4j.TokensInheritanceStrategy;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * How much of one thing (requests, tokens) may be sent to the provider in a minute: a token bucket
 * that holds a minute's worth and refills evenly. It starts with what the settings say, or with no
 * limit at all, and learns from what the provider tells about its own.
 */
public final class Allowance {
  private static final Duration MINUTE = Duration.ofMinutes(1);

  /** More than anybody sends in a minute; it keeps the bucket's arithmetic far from its limits. */
  private static final long UNLIMITED = 1_000_000_000L;

  private final long most;
  private final Bucket bucket;
  private long limit;

  /**
   * @param perMinute the limit that the settings state; empty when it is to be learned
   * @param nanoTime a clock for differences, in nanoseconds
   */
  public Allowance(OptionalLong perMinute, LongSupplier nanoTime) {
    this.most = perMinute.orElse(UNLIMITED);
    this.limit = most;
    this.bucket =
        Bucket.builder()
            .addLimit(bandwidth(most))
            .withCustomTimePrecision(new Meter(nanoTime))
            .build();
  }

  private record Meter(LongSupplier nanoTime) implements TimeMeter {
    @Override
    public long currentTimeNanos() {
      return nanoTime.getAsLong();
    }

    @Override
    public boolean isWallClockBased() {
      return false;
    }
  }

  /**
   * Takes so much, if it is there.
   *
   * @param amount how much; what is more than a whole minute's worth counts as that
   * @return 0 when it was taken, otherwise how long until it is there, in milliseconds
   */
  synchronized long take(long amount) {
    ConsumptionProbe probe = bucket.tryConsumeAndReturnRemaining(Math.min(amount, limit));
    return probe.isConsumed()
        ? 0
        : 1 + TimeUnit.NANOSECONDS.toMillis(probe.getNanosToWaitForRefill());
  }

  /** Takes so much whether it is there or not: it was used already. */
  synchronized void spend(long amount) {
    if (amount > 0) {
      bucket.consumeIgnoringRateLimits(Math.min(amount, limit));
    }
  }

  /** Gives back what was taken and not used. */
  synchronized void giveBack(long amount) {
    if (amount > 0) {
      bucket.addTokens(amount);
    }
  }

  /**
   * Listens to the provider. Its limit counts when it is lower than the one in the settings, and
   * what it says is left counts when it is less than what was thought: others use it too.
   */
  synchronized void learn(OptionalLong stated, OptionalLong left) {
    if (stated.isPresent() && stated.getAsLong() > 0) {
      long learned = Math.min(most, stated.getAsLong());
      if (learned != limit) {
        limit = learned;
        bucket.replaceConfiguration(
            BucketConfiguration.builder().addLimit(bandwidth(limit)).build(),
            TokensInheritanceStrategy.AS_IS);
      }
    }
    if (left.isPresent()) {
      spend(bucket.getAvailableTokens() - left.getAsLong());
    }
  }

  /** How much may be sent now; never negative. */
  synchronized long available() {
    return Math.max(0, bucket.getAvailableTokens());
  }

  /** What may be sent in a minute. */
  synchronized long limit() {
    return limit;
  }

  private static Bandwidth bandwidth(long perMinute) {
    return Bandwidth.builder().capacity(perMinute).refillGreedy(perMinute, MINUTE).build();
  }
}
