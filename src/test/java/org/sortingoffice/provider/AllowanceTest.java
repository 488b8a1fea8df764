package org.sortingoffice.provider;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class AllowanceTest {
  private final AtomicLong nanos = new AtomicLong();

  @Test
  void aMinuteHoldsTheLimitAndRefillsEvenly() {
    Allowance allowance = allowance(60);
    assertThat(taken(allowance, 100)).isEqualTo(60);
    pass(Duration.ofSeconds(10));
    assertThat(taken(allowance, 100)).isEqualTo(10);
    pass(Duration.ofHours(1));
    assertThat(taken(allowance, 100)).as("never more than a minute's worth").isEqualTo(60);
  }

  @Test
  void saysHowLongUntilThereIsEnough() {
    Allowance allowance = allowance(60);
    allowance.spend(60);
    assertThat(allowance.take(5)).isBetween(5_000L, 5_001L);
    pass(Duration.ofMillis(5_001));
    assertThat(allowance.take(5)).isZero();
  }

  @Test
  void whatIsLargerThanAMinutesWorthPassesWhenAllIsThere() {
    Allowance allowance = allowance(60);
    assertThat(allowance.take(1_000_000)).isZero();
    assertThat(allowance.available()).isZero();
    pass(Duration.ofMinutes(1));
    assertThat(allowance.take(1_000_000)).isZero();
  }

  @Test
  void whatWasUsedAnywayIsMissingLater() {
    Allowance allowance = allowance(60);
    allowance.spend(50);
    allowance.spend(50);
    assertThat(allowance.available()).isZero();
    assertThat(allowance.take(1)).isBetween(41_000L, 41_001L);
  }

  @Test
  void knowsNoLimitUntilTheProviderTellsOne() {
    Allowance allowance = new Allowance(OptionalLong.empty(), nanos::get);
    assertThat(taken(allowance, 10_000)).isEqualTo(10_000);
    allowance.learn(OptionalLong.of(60), OptionalLong.of(10));
    assertThat(allowance.available()).isEqualTo(10);
    pass(Duration.ofHours(1));
    assertThat(taken(allowance, 100)).isEqualTo(60);
  }

  @Test
  void theLowerOfTheTwoLimitsCounts() {
    Allowance allowance = allowance(60);
    allowance.learn(OptionalLong.of(10_000), OptionalLong.empty());
    assertThat(allowance.limit()).isEqualTo(60);
    allowance.learn(OptionalLong.of(30), OptionalLong.empty());
    assertThat(allowance.limit()).isEqualTo(30);
    allowance.learn(OptionalLong.of(10_000), OptionalLong.empty());
    assertThat(allowance.limit()).as("it grows again when the provider raises it").isEqualTo(60);
  }

  @Test
  void whatTheProviderSaysIsLeftCountsWhenItIsLess() {
    Allowance allowance = allowance(60);
    allowance.learn(OptionalLong.empty(), OptionalLong.of(7));
    assertThat(allowance.available()).isEqualTo(7);
    allowance.learn(OptionalLong.empty(), OptionalLong.of(50));
    assertThat(allowance.available()).as("an older answer that comes late").isEqualTo(7);
    allowance.learn(OptionalLong.of(0), OptionalLong.of(0));
    assertThat(allowance.limit()).as("a limit of nothing is nonsense").isEqualTo(60);
    assertThat(allowance.available()).isZero();
  }

  private Allowance allowance(long perMinute) {
    return new Allowance(OptionalLong.of(perMinute), nanos::get);
  }

  private void pass(Duration time) {
    nanos.addAndGet(time.toNanos());
  }

  private static int taken(Allowance allowance, int tries) {
    int taken = 0;
    for (int i = 0; i < tries; i++) {
      taken += allowance.take(1) == 0 ? 1 : 0;
    }
    return taken;
  }
}
