package org.sortingoffice.jobs;

import java.time.Duration;
import java.util.random.RandomGenerator;
import org.apache.camel.Exchange;
import org.apache.camel.Handler;
import org.sortingoffice.jobs.JobFailure.Consequence;

/**
 * Judges a failed delivery: from the failure and the redelivery policy's decision to what becomes
 * of the job.
 */
public final class Judge {
  private static final int LONGEST_ERROR = 300;

  /**
   * A failure nobody thought of may have been chance: it is retried, and ends as a dead letter if
   * it was not.
   */
  private static final JobFailure UNKNOWN = () -> Consequence.RETRY;

  private final FullJitter waitBackoff;

  /**
   * As contract 24 says: a second at least, and over consecutive waits up to 2, 4, .. 64 s.
   *
   * @param random where the jitter of waits comes from
   */
  public Judge(RandomGenerator random) {
    this(random, Duration.ofSeconds(1), Duration.ofSeconds(64));
  }

  /**
   * @param random where the jitter of waits comes from
   * @param leastWait the shortest wait for a provider that asks to slow down; the longest is twice
   *     that, and doubles with every wait that follows
   * @param cap where it stops doubling
   */
  public Judge(RandomGenerator random, Duration leastWait, Duration cap) {
    waitBackoff = new FullJitter(leastWait.toMillis(), 2, cap.toMillis(), random);
  }

  /** Judges the failure on the exchange, which the dead letter channel left there. */
  @Handler
  public Verdict judge(Exchange exchange) {
    Throwable caught = exchange.getProperty(Exchange.EXCEPTION_CAUGHT, Throwable.class);
    ClaimedJob job = exchange.getVariable("job", ClaimedJob.class);
    DurableRedelivery.Decision decision =
        exchange.getProperty(DurableRedelivery.DECISION, DurableRedelivery.Decision.class);
    LeaseLost lost = find(caught, LeaseLost.class);
    if (lost != null) {
      return Verdict.leaseLost(lost);
    }
    JobFailure failure = find(caught, JobFailure.class);
    Throwable told = failure instanceof Throwable known ? known : innermost(caught);
    long backoff = Math.max(waitBackoff.baseMillis(), waitBackoff.draw(job.waits() + 2));
    return Verdict.of(
        failure == null ? UNKNOWN : failure,
        job.isProbeOf(CalledProvider.of(exchange)),
        exchange.getProperty(CalledProvider.GOES_ELSEWHERE) != null,
        decision,
        backoff,
        exchange.getVariable("step", String.class),
        oneLine(told));
  }

  private static <T> T find(Throwable thrown, Class<T> kind) {
    for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
      if (kind.isInstance(cause)) {
        return kind.cast(cause);
      }
    }
    return null;
  }

  private static Throwable innermost(Throwable thrown) {
    Throwable cause = thrown;
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    return cause;
  }

  private static String oneLine(Throwable told) {
    String message = told.getMessage() == null ? "no message" : told.getMessage();
    String line =
        told.getClass().getSimpleName()
            + ": "
            + StorableText.of(message).lines().findFirst().orElse("");
    return line.length() <= LONGEST_ERROR ? line : line.substring(0, LONGEST_ERROR - 1) + "…";
  }
}
