package org.sortingoffice.provider;

import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig.SlidingWindowType;
import java.time.Duration;

/**
 * The circuit breaker around the calls of a provider, one for all steps. It counts calls; {@link
 * ProviderHealth} reads it.
 */
public final class ProviderBreaker {
  /** Over how long calls are counted. */
  static final int WINDOW_SECONDS = 30;

  private static final Duration SLOW = Duration.ofSeconds(20);

  private ProviderBreaker() {}

  /**
   * The one of the default provider.
   *
   * @param outcome tells which failures mean that the provider is ill
   * @param minimumCalls how many calls the window must hold before they say anything
   */
  public static CircuitBreaker create(ProviderOutcome outcome, int minimumCalls) {
    return create("provider", outcome, minimumCalls);
  }

  /**
   * @param name for its metrics
   * @param outcome tells which failures mean that the provider is ill
   * @param minimumCalls how many calls the window must hold before they say anything
   */
  public static CircuitBreaker create(String name, ProviderOutcome outcome, int minimumCalls) {
    return CircuitBreaker.of(
        name,
        CircuitBreakerConfig.custom()
            .slidingWindowType(SlidingWindowType.TIME_BASED)
            .slidingWindowSize(WINDOW_SECONDS)
            .minimumNumberOfCalls(minimumCalls)
            .slowCallDurationThreshold(SLOW)
            .recordException(outcome::countsForBreaker)
            .build());
  }
}
