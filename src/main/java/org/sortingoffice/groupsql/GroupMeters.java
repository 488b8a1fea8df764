package org.sortingoffice.groupsql;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** What a writer measures. */
final class GroupMeters {
  private static final Duration[] BUCKETS = {
    Duration.ofMillis(1),
    Duration.ofMillis(2),
    Duration.ofMillis(5),
    Duration.ofMillis(10),
    Duration.ofMillis(25),
    Duration.ofMillis(50),
    Duration.ofMillis(100),
    Duration.ofMillis(250),
    Duration.ofSeconds(1),
    Duration.ofSeconds(5)
  };

  private final MeterRegistry registry;
  private final String statement;
  private final List<Meter> all = new ArrayList<>();
  private final DistributionSummary rows;
  private final Timer wait;
  private final Timer execution;
  private final Counter refused;
  private final Map<BatchFailure, Counter> failures = new EnumMap<>(BatchFailure.class);

  /**
   * @param registry where the meters are kept
   * @param statement the tag that tells one statement from another
   */
  GroupMeters(MeterRegistry registry, String statement) {
    this.registry = registry;
    this.statement = statement;
    rows =
        keep(
            DistributionSummary.builder("group.sql.batch.rows")
                .description("How many rows shared a statement")
                .tag("statement", statement)
                .serviceLevelObjectives(1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000)
                .register(registry));
    wait =
        keep(
            Timer.builder("group.sql.wait")
                .description("How long a row waited until its statement began")
                .tag("statement", statement)
                .serviceLevelObjectives(BUCKETS)
                .register(registry));
    execution =
        keep(
            Timer.builder("group.sql.statement")
                .description("How long a statement took, with its connection and its commit")
                .tag("statement", statement)
                .serviceLevelObjectives(BUCKETS)
                .register(registry));
    refused =
        keep(
            Counter.builder("group.sql.refused")
                .description("Rows that found the queue full")
                .tag("statement", statement)
                .register(registry));
    for (BatchFailure kind : BatchFailure.values()) {
      failures.put(
          kind,
          keep(
              Counter.builder("group.sql.failures")
                  .description("Statements that failed, by what that means for their rows")
                  .tag("statement", statement)
                  .tag("kind", kind.name().toLowerCase(Locale.ROOT))
                  .register(registry)));
    }
  }

  private <M extends Meter> M keep(M meter) {
    all.add(meter);
    return meter;
  }

  /** Shows how many callers wait. */
  void showWaiting(Supplier<Number> waiting) {
    keep(
        Gauge.builder("group.sql.waiting", waiting)
            .description("Callers that wait for a statement")
            .tag("statement", statement)
            .register(registry));
  }

  void waited(long nanos) {
    wait.record(nanos, TimeUnit.NANOSECONDS);
  }

  void executed(int batchRows, long nanos) {
    rows.record(batchRows);
    execution.record(nanos, TimeUnit.NANOSECONDS);
  }

  void failed(BatchFailure kind) {
    failures.get(kind).increment();
  }

  void refused() {
    refused.increment();
  }

  /** Takes the meters out of the registry again. */
  void remove() {
    all.forEach(registry::remove);
  }
}
