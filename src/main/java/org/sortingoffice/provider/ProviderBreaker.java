package org.sortingoffice.provider;

import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig.SlidingWindowType;
import java.time.Duration;

/**
 * The circuit breaker around provider calls, one for all steps. It opens when at least half of the
 * calls of the last 30 s found the provider ill, and at least {@code minimumCalls} were made.
 */
public final class ProviderBreaker {
  private ProviderBreaker() {}

  /**
   * @param outcome tells which failures mean that the provider is ill
   * @param minimumCalls how many calls the window must hold before the breaker may open
   * @param open how long it stays open
   */
  public static CircuitBreaker create(ProviderOutcome outcome, int minimumCalls, Duration open) {
    return CircuitBreaker.of(
        "provider",
        CircuitBreakerConfig.custom()
            .slidingWindowType(SlidingWindowType.TIME_BASED)
            .slidingWindowSize(30)
            .minimumNumberOfCalls(minimumCalls)
            .failureRateThreshold(50)
            .slowCallDurationThreshold(Duration.ofSeconds(20))
            .slowCallRateThreshold(100)
            .waitDurationInOpenState(open)
            .permittedNumberOfCallsInHalfOpenState(1)
            .recordException(thrown -> outcome.of(thrown).countsForBreaker())
            .build());
  }
}
