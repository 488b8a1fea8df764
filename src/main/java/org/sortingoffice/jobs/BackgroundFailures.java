package org.sortingoffice.jobs;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.apache.camel.Exchange;
import org.apache.camel.Handler;
import org.apache.camel.Processor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells of routes that look by themselves, again and again, and cannot: mostly because the database
 * is away. They go on looking; one line now and then is enough, for a log that fills with the same
 * stack trace hides everything else.
 */
public final class BackgroundFailures implements Processor {
  private static final Logger LOG = LoggerFactory.getLogger(BackgroundFailures.class);

  private final Duration between;
  private final LongSupplier nanoTime;
  private final Map<String, Told> toldByRoute = new ConcurrentHashMap<>();

  /**
   * @param between at least so long passes between two lines about one route
   * @param nanoTime a clock for differences, in nanoseconds
   */
  public BackgroundFailures(Duration between, LongSupplier nanoTime) {
    this.between = between;
    this.nanoTime = nanoTime;
  }

  private record Told(long at, int unsaid) {}

  /** Takes note of the failure on the exchange. */
  @Handler
  public void note(Exchange exchange) {
    String route = String.valueOf(exchange.getFromRouteId());
    Throwable failure = exchange.getProperty(Exchange.EXCEPTION_CAUGHT, Throwable.class);
    long now = nanoTime.getAsLong();
    toldByRoute.compute(
        route,
        (name, told) -> {
          if (told != null && now - told.at() < between.toNanos()) {
            return new Told(told.at(), told.unsaid() + 1);
          }
          int unsaid = told == null ? 0 : told.unsaid();
          LOG.warn(
              "{} could not be done and is tried again by itself: {}{}",
              name,
              innermost(failure),
              unsaid == 0 ? "" : " (and %d times since the last line)".formatted(unsaid));
          LOG.debug("what stopped {}", name, failure);
          return new Told(now, 0);
        });
  }

  /** The same, where Camel asks for a processor. */
  @Override
  public void process(Exchange exchange) {
    note(exchange);
  }

  private static String innermost(Throwable failure) {
    Throwable cause = failure;
    while (cause.getCause() != null && cause.getCause().getMessage() != null) {
      cause = cause.getCause();
    }
    return String.valueOf(cause.getMessage()).lines().findFirst().orElse("");
  }
}
