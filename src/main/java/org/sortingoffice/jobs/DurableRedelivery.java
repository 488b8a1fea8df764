package org.sortingoffice.jobs;

import java.util.random.RandomGenerator;
import org.apache.camel.Exchange;
import org.apache.camel.Predicate;
import org.apache.camel.processor.errorhandler.RedeliveryPolicy;

/**
 * A redelivery policy whose waits survive a crash. It is set like any redelivery policy of Camel
 * (maximumRedeliveries, redeliveryDelay, backOffMultiplier, maximumRedeliveryDelay), but never
 * redelivers in memory: it leaves its decision on the exchange, and the dead letter route writes it
 * into the jobs table. Camel counts redeliveries of one exchange; this counts the attempts of a
 * job, over all its deliveries and workers.
 */
public final class DurableRedelivery extends RedeliveryPolicy {
  /** The exchange property under which the {@link Decision} waits for the dead letter route. */
  public static final String DECISION = "durableRedelivery";

  private static final long serialVersionUID = 1L;

  private final transient RandomGenerator random;

  /** A policy with a random source of its own, for beans in route files. */
  public DurableRedelivery() {
    this(RandomGenerator.getDefault());
  }

  /**
   * @param random where the jitter comes from
   */
  public DurableRedelivery(RandomGenerator random) {
    this.random = random;
    setLogExhausted(false);
    setLogHandled(false);
    setLogNewException(true);
  }

  /**
   * What the policy says about a failed attempt.
   *
   * @param again whether another attempt is left
   * @param waitMillis how long to wait before it
   */
  public record Decision(boolean again, long waitMillis) {}

  /** All attempts a job has, the first included: one more than the redeliveries. */
  public void setMaximumAttempts(int attempts) {
    setMaximumRedeliveries(attempts - 1);
  }

  /** See {@link #setMaximumAttempts}. */
  public int getMaximumAttempts() {
    return getMaximumRedeliveries() + 1;
  }

  /**
   * The redelivery delay in seconds, fractions allowed: the longest wait after the first attempt.
   */
  public void setBaseSeconds(double seconds) {
    setRedeliveryDelay(Math.round(seconds * 1_000));
  }

  /** The maximum redelivery delay in seconds, fractions allowed. */
  public void setCapSeconds(double seconds) {
    setMaximumRedeliveryDelay(Math.round(seconds * 1_000));
  }

  /** Decides about the job on the exchange, and tells Camel not to redeliver by itself. */
  @Override
  public boolean shouldRedeliver(Exchange exchange, int redeliveryCounter, Predicate retryWhile) {
    ClaimedJob job = exchange.getVariable("job", ClaimedJob.class);
    exchange.setProperty(DECISION, ofStep(exchange).decide(job.attempt()));
    return false;
  }

  /**
   * The policy of the step that failed, a bean named {@code redelivery-STEP}, if it has one of its
   * own.
   */
  private DurableRedelivery ofStep(Exchange exchange) {
    DurableRedelivery own =
        exchange
            .getContext()
            .getRegistry()
            .lookupByNameAndType(
                "redelivery-" + exchange.getVariable("step", String.class),
                DurableRedelivery.class);
    return own == null ? this : own;
  }

  /**
   * Decides about a failed attempt.
   *
   * @param attempt how many attempts the job has spent
   */
  public Decision decide(int attempt) {
    long wait =
        new FullJitter(
                getRedeliveryDelay(), getBackOffMultiplier(), getMaximumRedeliveryDelay(), random)
            .draw(attempt);
    return new Decision(attempt <= getMaximumRedeliveries(), wait);
  }
}
