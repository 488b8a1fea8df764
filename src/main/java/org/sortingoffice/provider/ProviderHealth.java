package org.sortingoffice.provider;

import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.LongSupplier;

/**
 * Says when the provider is ill: at least half of the calls of the last 30 s failed or took more
 * than 20 s, there were enough of them, and they came from several jobs, so that one poison ticket
 * cannot stop all others.
 *
 * <p>The circuit breaker around the calls only counts. Whether calls may be made is a matter of all
 * workers, and stands in the shared gate.
 */
public final class ProviderHealth {
  private static final Duration WINDOW = Duration.ofSeconds(ProviderBreaker.WINDOW_SECONDS);
  private static final float THRESHOLD = 50;

  private final CircuitBreaker breaker;
  private final int fewestJobs;
  private final LongSupplier nanoTime;
  private final Deque<JobFailed> failures = new ArrayDeque<>();

  /**
   * @param breaker counts the calls
   * @param fewestJobs how many jobs must have failed
   * @param nanoTime a clock for differences, in nanoseconds
   */
  public ProviderHealth(CircuitBreaker breaker, int fewestJobs, LongSupplier nanoTime) {
    this.breaker = breaker;
    this.fewestJobs = fewestJobs;
    this.nanoTime = nanoTime;
    breaker.transitionToMetricsOnlyState();
  }

  private record JobFailed(long job, long at) {}

  /** Takes note that a call of this job found the provider ill, and says whether it is by now. */
  synchronized boolean isIllAfterFailureOf(long job) {
    long now = nanoTime.getAsLong();
    failures.addLast(new JobFailed(job, now));
    while (now - failures.getFirst().at() > WINDOW.toNanos()) {
      failures.removeFirst();
    }
    return failures.stream().mapToLong(JobFailed::job).distinct().limit(fewestJobs).count()
            == fewestJobs
        && isRateExceeded();
  }

  /** Forgets what was counted, because the gate was closed or opened on it. */
  synchronized void startAfresh() {
    failures.clear();
    breaker.reset();
    breaker.transitionToMetricsOnlyState();
  }

  private boolean isRateExceeded() {
    CircuitBreaker.Metrics metrics = breaker.getMetrics();
    return metrics.getFailureRate() >= THRESHOLD || metrics.getSlowCallRate() >= THRESHOLD;
  }
}
