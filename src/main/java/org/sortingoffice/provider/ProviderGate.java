package org.sortingoffice.provider;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangePropertyKey;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sortingoffice.jobs.ClaimedJob;
import org.sortingoffice.jobs.Lease;
import org.sortingoffice.jobs.WakeUp;

/**
 * This process's side of the gate of a provider, which all workers share (table {@code
 * provider_gate}). The table decides: while it is closed nobody claims through it, and then one job
 * at a time is a probe. This side only remembers what it saw last, so that jobs which are between
 * two steps do not run into a gate that is known to be closed.
 */
public final class ProviderGate {
  private static final Logger LOG = LoggerFactory.getLogger(ProviderGate.class);

  private final Provider provider;
  private final GatePolicy policy;
  private final ProviderHealth health;
  private final WakeUp wakeUp;
  private final LongSupplier nanoTime;
  private volatile Closed closed;

  /**
   * @param provider whose gate it is
   * @param policy how long it stays closed
   * @param health says when the provider is ill
   * @param wakeUp wakes the claim when the gate's time is over
   * @param nanoTime a clock for differences, in nanoseconds
   */
  public ProviderGate(
      Provider provider,
      GatePolicy policy,
      ProviderHealth health,
      WakeUp wakeUp,
      LongSupplier nanoTime) {
    this.provider = provider;
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
  public void check(ClaimedJob job) {
    Optional<GateClosed> refusal = refusal(job);
    if (refusal.isPresent()) {
      throw refusal.get();
    }
  }

  /** Whose gate it is. */
  Provider provider() {
    return provider;
  }

  /** Whether it is not known to be closed. */
  boolean isOpen() {
    return closed == null;
  }

  /** Whether this job may pass. */
  boolean lets(ClaimedJob job) {
    return closed == null || isProbe(job);
  }

  /** Why this job may not pass; empty when it may. */
  Optional<GateClosed> refusal(ClaimedJob job) {
    Closed now = closed;
    return now == null || isProbe(job)
        ? Optional.empty()
        : Optional.of(new GateClosed(provider, now.reason(), left(now)));
  }

  private boolean isProbe(ClaimedJob job) {
    return job.isProbeOf(provider.stored());
  }

  private long left(Closed now) {
    return Math.max(0, TimeUnit.NANOSECONDS.toMillis(now.until() - nanoTime.getAsLong()));
  }

  /**
   * A job was claimed through this gate. One that is no probe shows that it is open in the table,
   * whoever opened it.
   */
  public void claimed(ClaimedJob job) {
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
  public void seen(Map<String, Object> row) {
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
      return isProbe(job) ? Move.OPEN : Move.NONE;
    }
    exchange.setVariable("gateClosing", closing);
    close(closing.gateReason(), Math.max(closing.atLeastMillis(), closing.baseMillis()));
    return Move.CLOSE;
  }

  private GateClosing closingAfter(ProviderFailure failure, ClaimedJob job) {
    Lease probe = isProbe(job) ? job.lease() : null;
    if (failure instanceof ProviderRateLimited) {
      return policy.rateLimited(provider, failure, probe);
    }
    if (failure instanceof ProviderBlocked block) {
      return policy.blocked(provider, block, probe);
    }
    if (failure.countsForBreaker() && (health.isIllAfterFailureOf(job.id()) || isProbe(job))) {
      return policy.ill(provider, failure, probe);
    }
    return null;
  }

  /**
   * The table took the wish.
   *
   * @param wait for how long, in milliseconds
   * @param meanwhile what becomes of the jobs, as a sentence
   */
  void closed(GateClosing closing, long wait, String meanwhile) {
    close(closing.gateReason(), wait);
    wakeUp.signalIn(wait);
    if (closing.gateReason() == GateReason.PROVIDER_BLOCKED) {
      LOG.error(
          "ALERT: {} is blocked ({}). {} The next look is in {} s, and the jobs then run on by themselves.",
          provider.inWords(),
          closing.told(),
          meanwhile,
          wait / 1_000);
    } else {
      LOG.warn(
          "{}'s gate is closed for {} ms ({}: {}{})",
          provider.inWords(),
          wait,
          closing.gateReason().inWords(),
          closing.told(),
          closing.hint() == null ? "" : ", hint \"" + closing.hint() + "\"");
    }
  }

  /** The table's gate was opened by a probe of this process. */
  void opened() {
    closed = null;
    health.startAfresh();
    LOG.info("{}'s gate is open again", provider.inWords());
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
