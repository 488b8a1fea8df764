package org.sortingoffice.office;

import io.micrometer.core.instrument.MeterRegistry;
import java.math.BigDecimal;
import java.util.Optional;
import java.util.OptionalInt;
import org.apache.camel.spi.Registry;
import org.sortingoffice.jobs.Retention;
import org.sortingoffice.provider.ProviderSpending;

/** Makes the beans that the housekeeping's routes name. */
final class HousekeepingBeans {
  /** An idempotency key lives as long as its job, and never less than a day (contract 10). */
  private static final int LEAST_DAYS = 1;

  private static final int MOST_DAYS = 36_500;

  private final Settings settings;
  private final MeterRegistry meters;

  HousekeepingBeans(Settings settings, MeterRegistry meters) {
    this.settings = settings;
    this.meters = meters;
  }

  void bind(Registry registry) {
    registry.bind(
        "retention",
        new Retention(
            settings.number("retention.days", LEAST_DAYS, MOST_DAYS),
            setAsideDays(),
            settings.seconds("retention.seconds"),
            meters,
            System::nanoTime));
    registry.bind(
        "spending",
        new ProviderSpending(
            usd("provider.budget.day.usd"), usd("provider.budget.month.usd"), meters));
    // Read by the route itself; checked here.
    settings.seconds("snapshot.warn.seconds");
  }

  private Optional<BigDecimal> usd(String name) {
    return settings.isSet(name) ? Optional.of(settings.decimal(name)) : Optional.empty();
  }

  private OptionalInt setAsideDays() {
    String name = "retention.set.aside.days";
    return settings.isSet(name)
        ? OptionalInt.of(settings.number(name, LEAST_DAYS, MOST_DAYS))
        : OptionalInt.empty();
  }
}
