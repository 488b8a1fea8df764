package org.sortingoffice.provider;

import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.apache.camel.Body;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangePropertyKey;
import org.apache.camel.Variable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sortingoffice.jobs.ClaimedJob;
import org.sortingoffice.jobs.Lease;
import org.sortingoffice.jobs.WakeUp;

/**
 * This process's side of the gate that all workers share (table {@code provider_gate}). The table
 * decides: while it is closed nobody claims, and then one job at a time is a probe. This side only
 * remembers what it saw last, so that jobs which are between two steps do not run into a gate that
 * is known to be closed.
 */
public final class ProviderGate {
  private static final Logger LOG = LoggerFactory.getLogger(ProviderGate.class);

  private final GatePolicy policy;
  private final ProviderHealth health;
  private final WakeUp wakeUp;
  private final LongSupplier nanoTime;
  private volatile Closed closed;

  /**
   * @param policy how long it stays closed
   * @param health says when the provider is ill
   * @param wakeUp wakes the claim when the gate's time is over
   * @param nanoTime a clock for differences, in nanoseconds
   */
  public ProviderGate(
      GatePolicy policy, ProviderHealth health, WakeUp wakeUp, LongSupplier nanoTime) {
    this.policy = policy;
    this.health = health;
    this.wakeUp = wakeUp;
    this.nanoTime = nanoTime;
  }

  private record Closed(GateReason reason, long until) {}

  /** What a failed delivery means for the gate. */
  public enum Move {
    /** It closes. */
    CLOSE,
    /** It opens: the probe failed for a reason of its own, so the provider answers. */
    OPEN,
    /** Nothing. */
    NONE
  }

  /**
   * Lets a call pass, or not. A probe always passes. When the gate's time is over it is half open:
   * jobs that are held still do not pass, until a probe has opened it for all.
   *
   * @throws GateClosed when the gate is known to be closed
   */
  public void check(@Variable("job") ClaimedJob job) {
    Closed now = closed;
    if (now != null && !job.probe()) {
      long left = TimeUnit.NANOSECONDS.toMillis(now.until() - nanoTime.getAsLong());
      throw new GateClosed(now.reason(), Math.max(0, left));
    }
  }

  /**
   * A job was claimed. One that is no probe shows that the table's gate is open, whoever opened it.
   */
  public void claimed(@Body ClaimedJob job) {
    if (closed != null && !job.probe()) {
      closed = null;
      health.startAfresh();
    }
  }

  /**
   * Looks at the table, since another worker may have closed or opened the gate: jobs that are held
   * here and between two steps are not to run into it.
   *
   * @param row the row of {@code gate-state.sql}
   */
  public void seen(@Body Map<String, Object> row) {
    if (row.get("reason") != null) {
      close(
          GateReason.valueOf(((String) row.get("reason")).toUpperCase(Locale.ROOT)),
          ((Number) row.get("wait_millis")).longValue());
    } else if (closed != null) {
      closed = null;
      health.startAfresh();
    }
  }

  /**
   * What the failure on the exchange means for the gate; a wish to close it is left in the variable
   * gateClosing.
   */
  public Move moveAfterFailure(Exchange exchange) {
    ClaimedJob job = exchange.getVariable("job", ClaimedJob.class);
    ProviderFailure failure =
        find(exchange.getProperty(ExchangePropertyKey.EXCEPTION_CAUGHT, Throwable.class));
    if (failure == null || failure instanceof GateClosed || failure instanceof BreakerOpen) {
      return Move.NONE;
    }
    GateClosing closing = closingAfter(failure, job);
    if (closing == null) {
      return job.probe() ? Move.OPEN : Move.NONE;
    }
    exchange.setVariable("gateClosing", closing);
    close(closing.gateReason(), Math.max(closing.atLeastMillis(), closing.baseMillis()));
    return Move.CLOSE;
  }

  private GateClosing closingAfter(ProviderFailure failure, ClaimedJob job) {
    Lease probe = job.probe() ? job.lease() : null;
    if (failure instanceof ProviderRateLimited) {
      return policy.rateLimited(failure, probe);
    }
    if (failure instanceof ProviderBlocked block) {
      return policy.blocked(block, probe);
    }
    if (failure.countsForBreaker() && (health.isIllAfterFailureOf(job.id()) || job.probe())) {
      return policy.ill(failure, probe);
    }
    return null;
  }

  /** The table took the wish; its row says for how long. No row: it was closed already. */
  public void closed(@Body Map<String, Object> row, @Variable("gateClosing") GateClosing closing) {
    if (row == null) {
      return;
    }
    long wait = ((Number) row.get("wait_millis")).longValue();
    close(closing.gateReason(), wait);
    wakeUp.signalIn(wait);
    if (closing.gateReason() == GateReason.PROVIDER_BLOCKED) {
      LOG.error(
          "ALERT: the provider is blocked ({}). All jobs wait, nothing is spent. The next look is in {} s, and the jobs"
              + " then run on by themselves.",
          closing.told(),
          wait / 1_000);
    } else {
      LOG.warn(
          "the provider's gate is closed for {} ms ({}: {}{})",
          wait,
          closing.gateReason().inWords(),
          closing.told(),
          closing.hint() == null ? "" : ", hint \"" + closing.hint() + "\"");
    }
  }

  /**
   * The table's gate was opened by a probe of this process. No row: it was open already, or the
   * probe came so late that another one decides. The next look at the table tells which.
   */
  public void opened(@Body Object row) {
    if (row == null) {
      return;
    }
    closed = null;
    health.startAfresh();
    LOG.info("the provider's gate is open again");
    wakeUp.signal();
  }

  private void close(GateReason reason, long millis) {
    closed = new Closed(reason, nanoTime.getAsLong() + TimeUnit.MILLISECONDS.toNanos(millis));
  }

  private static ProviderFailure find(Throwable thrown) {
    for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
      if (cause instanceof ProviderFailure failure) {
        return failure;
      }
    }
    return null;
  }
}
