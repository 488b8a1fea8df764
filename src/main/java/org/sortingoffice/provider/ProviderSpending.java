package org.sortingoffice.provider;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import org.apache.camel.Body;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What may be spent on the provider in a day and in a month, and what was. The table decides
 * ({@code watch-spending.sql}); this tells people about it.
 */
public final class ProviderSpending {
  private static final Logger LOG = LoggerFactory.getLogger(ProviderSpending.class);

  private final Optional<BigDecimal> day;
  private final Optional<BigDecimal> month;
  private final Counter looks;
  private volatile Map<String, Object> last = Map.of();

  /**
   * @param day what may be spent in a day (UTC), in US dollars
   * @param month the same in a month
   * @param meters show what was spent
   */
  public ProviderSpending(
      Optional<BigDecimal> day, Optional<BigDecimal> month, MeterRegistry meters) {
    this.day = day;
    this.month = month;
    looks =
        Counter.builder("sorting_office_provider_spending_looks")
            .description("How often this process added up what was spent")
            .register(meters);
    gauge("day", spending -> spending.lastUsd("day_usd"), meters);
    gauge("month", spending -> spending.lastUsd("month_usd"), meters);
  }

  private void gauge(
      String period, ToDoubleFunction<ProviderSpending> value, MeterRegistry meters) {
    Gauge.builder("sorting_office_provider_spent_usd", this, value)
        .description("What the results of this day or month (UTC) cost, in US dollars")
        .tag("period", period)
        .register(meters);
  }

  private double lastUsd(String column) {
    return last.get(column) instanceof Number usd ? usd.doubleValue() : 0;
  }

  /** A parameter: the budget of a day; null when there is none. */
  public BigDecimal dayUsd() {
    return day.orElse(null);
  }

  /** A parameter: the budget of a month; null when there is none. */
  public BigDecimal monthUsd() {
    return month.orElse(null);
  }

  /**
   * Tells when the gate was closed or opened because of a budget.
   *
   * @param row the row of {@code watch-spending.sql}
   */
  public void seen(@Body Map<String, Object> row) {
    last = withoutNulls(row);
    looks.increment();
    if (!Boolean.TRUE.equals(row.get("changed"))) {
      return;
    }
    if (row.get("budget") == null) {
      LOG.info("the budget is not spent any more: the provider's gate is open again");
    } else {
      LOG.error("ALERT: {}. All jobs wait, and nothing is spent.", row.get("told"));
    }
  }

  private static Map<String, Object> withoutNulls(Map<String, Object> row) {
    Map<String, Object> told = new HashMap<>(row);
    told.values().removeIf(Objects::isNull);
    return Map.copyOf(told);
  }
}
