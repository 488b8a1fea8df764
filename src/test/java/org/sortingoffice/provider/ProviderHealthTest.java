package org.sortingoffice.provider;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ProviderHealthTest {
  private final CircuitBreaker breaker = ProviderBreaker.create(new ProviderOutcome(null), 5);
  private long nanos = 1;
  private final ProviderHealth health = new ProviderHealth(breaker, 3, () -> nanos);

  @Test
  void fiveFailuresOfThreeJobsAreAnIllness_H38() {
    assertThat(failureOf(1)).isFalse();
    assertThat(failureOf(1)).isFalse();
    assertThat(failureOf(2)).isFalse();
    assertThat(failureOf(2)).isFalse();
    assertThat(failureOf(3)).isTrue();
  }

  @Test
  void thirtyFailuresOfOneJobAreNot_H38() {
    for (int i = 0; i < 30; i++) {
      assertThat(failureOf(7)).isFalse();
    }
  }

  @Test
  void failuresAmongMoreGoodAnswersAreNot() {
    for (int i = 0; i < 20; i++) {
      breaker.onSuccess(1, TimeUnit.MILLISECONDS);
    }
    for (int job = 1; job <= 9; job++) {
      assertThat(failureOf(job)).isFalse();
    }
  }

  @Test
  void whatIsLongAgoDoesNotCount() {
    failureOf(1);
    failureOf(2);
    nanos += TimeUnit.SECONDS.toNanos(31);
    failureOf(3);
    failureOf(3);
    assertThat(failureOf(3)).isFalse();
  }

  @Test
  void countingBeginsAfreshWhenTheGateMoved() {
    for (int job = 1; job <= 4; job++) {
      failureOf(job);
    }
    health.startAfresh();
    assertThat(failureOf(5)).isFalse();
  }

  @Test
  void theBreakerOnlyCountsAndNeverRefusesByItself() {
    for (int job = 1; job <= 50; job++) {
      failureOf(job);
    }
    assertThat(breaker.tryAcquirePermission()).isTrue();
  }

  private boolean failureOf(long job) {
    breaker.onError(
        1,
        TimeUnit.MILLISECONDS,
        new ProviderUnavailable("the provider answered 503", 503, RetryHint.NONE));
    return health.isIllAfterFailureOf(job);
  }
}
