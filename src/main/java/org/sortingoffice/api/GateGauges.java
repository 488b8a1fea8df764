package org.sortingoffice.api;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import java.util.Map;
import org.apache.camel.Body;

/**
 * The provider's gate, which stands in the database and is the same for all workers, as gauges.
 * They show the row that was read last.
 */
public final class GateGauges {
  private static final List<String> REASONS =
      List.of("rate_limited", "breaker_open", "provider_blocked");

  private record Seen(String reason, double secondsLeft, double times) {
    double closedFor(String one) {
      return Double.isNaN(times) ? Double.NaN : one.equals(reason) ? 1 : 0;
    }
  }

  private static final Seen NOTHING = new Seen("", Double.NaN, Double.NaN);

  private volatile Seen seen = NOTHING;

  /**
   * @param meters where the gauges are shown
   */
  public GateGauges(MeterRegistry meters) {
    for (String one : REASONS) {
      Gauge.builder("sorting.office.provider.gate.closed", this, all -> seen.closedFor(one))
          .description("1 while the provider's gate is closed for this reason, for all workers")
          .tag("reason", one)
          .register(meters);
    }
    Gauge.builder("sorting.office.provider.gate.reopens", this, all -> seen.secondsLeft())
        .description("How long until the next probe may look whether the gate can be opened")
        .baseUnit("seconds")
        .register(meters);
    Gauge.builder("sorting.office.provider.gate.closings", this, all -> seen.times())
        .description("How often the gate was closed without a good answer in between")
        .register(meters);
  }

  /** Takes the row of {@code provider-gauges.sql}. */
  public void show(@Body Map<String, Object> row) {
    seen =
        new Seen(
            String.valueOf(row.get("reason")),
            ((Number) row.get("seconds_left")).doubleValue(),
            ((Number) row.get("times")).doubleValue());
  }

  /** The row cannot be read: NaN, which no alert takes for a number. */
  public void unknown() {
    seen = NOTHING;
  }
}
