package org.sortingoffice.api;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ToDoubleFunction;
import org.apache.camel.Body;

/**
 * What stands in the database and is the same whichever process is asked: the provider's gate and
 * the leases, as gauges. They show what was read last.
 */
public final class DatabaseGauges {
  private static final List<String> REASONS =
      List.of("rate_limited", "breaker_open", "provider_blocked");

  private static final String DEFAULT = "default";

  private final MeterRegistry meters;
  private final Set<String> providers = ConcurrentHashMap.newKeySet();
  private volatile Map<String, Map<String, Object>> seen = Map.of();

  /**
   * @param meters where the gauges are shown
   */
  public DatabaseGauges(MeterRegistry meters) {
    this.meters = meters;
    addProvider(DEFAULT);
    gauge("jobs.running.oldest", all -> number(DEFAULT, "oldest_running_seconds"))
        .description("How long the oldest delivery has been under way")
        .baseUnit("seconds")
        .register(meters);
    gauge("jobs.lease.overdue", all -> number(DEFAULT, "lease_overdue_seconds"))
        .description(
            "How long ago a lease ended that nobody has taken over; more than a few: no worker lives")
        .baseUnit("seconds")
        .register(meters);
  }

  /** The gate of one more provider. */
  private void addProvider(String provider) {
    if (!providers.add(provider)) {
      return;
    }
    for (String reason : REASONS) {
      gauge("provider.gate.closed", all -> closedFor(provider, reason))
          .description("1 while the provider's gate is closed for this reason, for all workers")
          .tag("provider", provider)
          .tag("reason", reason)
          .register(meters);
    }
    gauge("provider.gate.reopens", all -> number(provider, "gate_seconds_left"))
        .description("How long until the next probe may look whether the gate can be opened")
        .baseUnit("seconds")
        .tag("provider", provider)
        .register(meters);
    gauge("provider.gate.closings", all -> number(provider, "gate_closings"))
        .description("How often the gate was closed without a good answer in between")
        .tag("provider", provider)
        .register(meters);
  }

  private Gauge.Builder<DatabaseGauges> gauge(String name, ToDoubleFunction<DatabaseGauges> value) {
    return Gauge.builder("sorting.office." + name, this, value);
  }

  /** Takes the rows of {@code gauges.sql}, one for each provider. */
  public void show(@Body List<Map<String, Object>> rows) {
    Map<String, Map<String, Object>> now = new HashMap<>();
    rows.forEach(row -> now.put((String) row.get("provider"), row));
    seen = now;
    now.keySet().forEach(this::addProvider);
  }

  /** The rows cannot be read: NaN, which no alert takes for a number. */
  public void unknown() {
    seen = Map.of();
  }

  private double closedFor(String provider, String reason) {
    Map<String, Object> row = seen.get(provider);
    return row == null ? Double.NaN : reason.equals(row.get("reason")) ? 1 : 0;
  }

  private double number(String provider, String column) {
    Object value = seen.getOrDefault(provider, Map.of()).get(column);
    return value instanceof Number number ? number.doubleValue() : Double.NaN;
  }
}
