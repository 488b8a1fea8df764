package org.sortingoffice.api;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.apache.camel.Body;

/**
 * What stands in the database and is the same whichever process is asked: the provider's gate, the
 * leases and the webhooks, as gauges. They show the row that was read last.
 */
public final class DatabaseGauges {
  private static final List<String> REASONS =
      List.of("rate_limited", "breaker_open", "provider_blocked");

  private volatile Map<String, Object> seen = Map.of();

  /**
   * @param meters where the gauges are shown
   */
  public DatabaseGauges(MeterRegistry meters) {
    for (String reason : REASONS) {
      gauge("provider.gate.closed", all -> closedFor(reason))
          .description("1 while the provider's gate is closed for this reason, for all workers")
          .tag("reason", reason)
          .register(meters);
    }
    gauge("provider.gate.reopens", all -> number("gate_seconds_left"))
        .description("How long until the next probe may look whether the gate can be opened")
        .baseUnit("seconds")
        .register(meters);
    gauge("provider.gate.closings", all -> number("gate_closings"))
        .description("How often the gate was closed without a good answer in between")
        .register(meters);
    gauge("jobs.running.oldest", all -> number("oldest_running_seconds"))
        .description("How long the oldest delivery has been under way")
        .baseUnit("seconds")
        .register(meters);
    gauge("jobs.lease.overdue", all -> number("lease_overdue_seconds"))
        .description(
            "How long ago a lease ended that nobody has taken over; more than a few: no worker lives")
        .baseUnit("seconds")
        .register(meters);
    gauge("webhooks.overdue", all -> number("webhook_overdue_seconds"))
        .description(
            "How long the first webhook has been due; more than a few: nobody sends, or not fast enough")
        .baseUnit("seconds")
        .register(meters);
    gauge("webhooks.dead.letters", all -> number("webhook_dead_letters"))
        .description("Webhooks that were set aside for a person, counted to 1000")
        .register(meters);
  }

  private Gauge.Builder<DatabaseGauges> gauge(String name, ToDoubleFunction<DatabaseGauges> value) {
    return Gauge.builder("sorting.office." + name, this, value);
  }

  /** Takes the row of {@code gauges.sql}. */
  public void show(@Body Map<String, Object> row) {
    seen = row;
  }

  /** The row cannot be read: NaN, which no alert takes for a number. */
  public void unknown() {
    seen = Map.of();
  }

  private double closedFor(String reason) {
    return seen.isEmpty() ? Double.NaN : reason.equals(seen.get("reason")) ? 1 : 0;
  }

  private double number(String column) {
    return seen.get(column) instanceof Number number ? number.doubleValue() : Double.NaN;
  }
}
