package org.sortingoffice.api;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import java.util.function.ToDoubleFunction;
import org.apache.camel.Body;

/**
 * What stands in the database and is the same whichever process is asked: the queue, the leases,
 * the webhooks and the provider's gate, as gauges. They show the row that was read last, which is
 * read by the first who asks when it is a second old; who asks meanwhile sees the one before.
 */
public final class DatabaseGauges {
  private static final long FRESH_NANOS = TimeUnit.SECONDS.toNanos(1);

  private static final List<String> GATE_REASONS =
      List.of("rate_limited", "breaker_open", "provider_blocked");

  private static final List<String> WAITS =
      List.of("due", "retry", "rate_limited", "breaker_open", "provider_blocked", "worker_lost");

  private static final String FALLBACK = "fallback_";

  private final MeterRegistry meters;
  private final LongSupplier nanoTime;
  private final AtomicBoolean showsFallback = new AtomicBoolean();
  private final AtomicBoolean reading = new AtomicBoolean();
  private volatile long readAt;
  private volatile Map<String, Object> seen = Map.of();

  /**
   * @param meters where the gauges are shown
   * @param nanoTime a clock for differences, in nanoseconds
   */
  public DatabaseGauges(MeterRegistry meters, LongSupplier nanoTime) {
    this.meters = meters;
    this.nanoTime = nanoTime;
    readAt = nanoTime.getAsLong() - FRESH_NANOS;
    showQueue(meters);
    showGate("default", "");
    gauge("jobs.running.oldest", "oldest_running_seconds")
        .description("How long the oldest delivery has been under way")
        .baseUnit("seconds")
        .register(meters);
    gauge("jobs.lease.overdue", "lease_overdue_seconds")
        .description(
            "How long ago a lease ended that nobody has taken over; more than a few: no worker lives")
        .baseUnit("seconds")
        .register(meters);
    gauge("webhooks.overdue", "webhook_overdue_seconds")
        .description(
            "How long the first webhook has been due; more than a few: nobody sends, or not fast enough")
        .baseUnit("seconds")
        .register(meters);
    gauge("webhooks.dead.letters", "webhook_dead_letters")
        .description("Webhooks that were set aside for a person, up to 100000")
        .register(meters);
  }

  private void showQueue(MeterRegistry meters) {
    for (String reason : WAITS) {
      showJobs(meters, "queued", reason, "queued_" + reason);
    }
    for (String state : List.of("running", "failed", "dead_letter")) {
      showJobs(meters, state, "none", state);
    }
    gauge("jobs.queued.oldest", "oldest_queued_seconds")
        .description("How long the oldest queued job has been waiting, whatever for")
        .baseUnit("seconds")
        .register(meters);
  }

  private void showJobs(MeterRegistry meters, String state, String reason, String column) {
    gauge("jobs", column)
        .description("Jobs that are not done, by state and by what they wait for; up to 100000")
        .tag("state", state)
        .tag("reason", reason)
        .register(meters);
  }

  private void showGate(String provider, String columns) {
    for (String reason : GATE_REASONS) {
      gauge("provider.gate.closed", all -> closedFor(columns, reason))
          .description("1 while the provider's gate is closed for this reason, for all workers")
          .tag("provider", provider)
          .tag("reason", reason)
          .register(meters);
    }
    gauge("provider.gate.reopens", columns + "gate_seconds_left")
        .description("How long until the next probe may look whether the gate can be opened")
        .baseUnit("seconds")
        .tag("provider", provider)
        .register(meters);
    gauge("provider.gate.closings", columns + "gate_closings")
        .description("How often the gate was closed without a good answer in between")
        .tag("provider", provider)
        .register(meters);
  }

  private Gauge.Builder<DatabaseGauges> gauge(String name, String column) {
    return gauge(name, all -> number(column));
  }

  private Gauge.Builder<DatabaseGauges> gauge(String name, ToDoubleFunction<DatabaseGauges> value) {
    return Gauge.builder("sorting.office." + name, this, value);
  }

  /**
   * Whether whoever asks shall read the row now. The one who is told so ends it by {@link #show} or
   * {@link #unknown}; until then nobody else is.
   */
  public boolean readNow() {
    return nanoTime.getAsLong() - readAt >= FRESH_NANOS && reading.compareAndSet(false, true);
  }

  /** Takes the row of {@code gauges.sql}. */
  public void show(@Body Map<String, Object> row) {
    keep(row);
  }

  /** The row cannot be read: NaN, which no alert takes for a number. */
  public void unknown() {
    keep(Map.of());
  }

  private void keep(Map<String, Object> row) {
    if (row.get(FALLBACK + "gate_closings") != null && showsFallback.compareAndSet(false, true)) {
      showGate("fallback", FALLBACK);
    }
    seen = row;
    readAt = nanoTime.getAsLong();
    reading.set(false);
  }

  private double closedFor(String columns, String reason) {
    boolean known = seen.get(columns + "gate_closings") != null;
    return known ? reason.equals(seen.get(columns + "gate_reason")) ? 1 : 0 : Double.NaN;
  }

  private double number(String column) {
    return seen.get(column) instanceof Number number ? number.doubleValue() : Double.NaN;
  }
}
