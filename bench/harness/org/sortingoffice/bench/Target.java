package org.sortingoffice.bench;

import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/**
 * One line of the table of targets.
 *
 * @param id P1 to P14
 * @param what what is measured
 * @param unit what stands behind the number, with its space
 * @param reach what is aimed for
 * @param neverBelow what must be kept in any case
 * @param more whether more is better
 * @param measured the figure, out of all that was measured
 */
record Target(
    String id,
    String what,
    String unit,
    double reach,
    double neverBelow,
    boolean more,
    Function<Figures, Sample> measured) {

  static List<Target> all() {
    return List.of(
        ratio("P1", "whole jobs / DBOS Transact Java, 3 steps", 15, 8, "office", "dbos"),
        ratio("P2", "whole jobs / db-scheduler with 3 result inserts", 5, 3, "office", "db-scheduler"),
        ratio("P3", "whole jobs / graphile-worker with 3 result inserts", 2.5, 1.5, "office", "graphile-worker"),
        ratio("P3", "whole jobs / pg-boss with 3 result inserts", 2.5, 1.5, "office", "pg-boss"),
        ratio("P4", "whole jobs / the bare-JDBC group-commit floor", 0.6, 0.4, "office", "floor"),
        ratio("P5", "POST /v1/tickets at 64 connections / pgbench one-row inserts at 64 clients", 0.8, 0.5, "intake", "pgbench"),
        less("P6", "inserted to claimed, p99, at 200 jobs/s", " ms", 15, 30, f -> f.sample("pick-up p99")),
        less("P7", "whole job without the provider's 3 x 50 ms, p50, at 200/s", " ms", 10, 20, f -> f.sample("overhead p50")),
        less("P7", "the same, p99", " ms", 25, 60, f -> f.sample("overhead p99")),
        less("P8", "claim of 100, p50: 1M queued + 10M finished / 1k queued", "x", 1.5, 2.5, f -> f.ratio("claim large", "claim small")),
        less("P9", "claim of 100, p50: after 100k jobs under a held snapshot / before", "x", 1.5, 4, f -> f.ratio("claim held", "claim free")),
        less("P10", "commits per job at saturation, intake included", "", 0.3, 1.2, f -> f.sum("commits per job", "commits per ticket")),
        less("P11", "WAL per job, intake included", " kB", 5, 6, f -> f.sample("wal kB")),
        less("P12", "resident memory at 1,000 jobs/s", " MiB", 220, 300, f -> f.sample("resident MiB")),
        less("P13", "start of the JVM to the first 202 (AppCDS)", " s", 2, 4, f -> f.sample("start s AppCDS")),
        new Target("P14", "two worker processes / one, steps of 50 ms", "x", 1.95, 1.8, true, f -> f.ratio("two workers", "one worker")));
  }

  private static Target ratio(
      String id, String what, double reach, double neverBelow, String name, String to) {
    return new Target(id, what, "x", reach, neverBelow, true, figures -> figures.ratio(name, to));
  }

  private static Target less(
      String id, String what, String unit, double reach, double neverBelow, Function<Figures, Sample> measured) {
    return new Target(id, what, unit, reach, neverBelow, false, measured);
  }

  /** In a word, how a value stands to the target. */
  String verdict(double value) {
    if (more ? value >= reach : value <= reach) {
      return "reached";
    }
    return (more ? value >= neverBelow : value <= neverBelow) ? "above the floor" : "missed";
  }

  String show(double value) {
    return (value >= 100 ? String.format(Locale.ROOT, "%.0f", value) : String.format(Locale.ROOT, "%.2f", value)) + unit;
  }
}
