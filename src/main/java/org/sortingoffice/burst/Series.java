package org.sortingoffice.burst;

import java.util.Comparator;
import java.util.List;

/**
 * The rows of one run, in the order of time.
 *
 * @param rows at least one
 */
record Series(List<Row> rows) {
  /** Rows this near to the peak count as having reached it. */
  private static final double AT_PEAK = 0.97;

  Series {
    rows = List.copyOf(rows);
    if (rows.isEmpty()) {
      throw new IllegalArgumentException("A series has at least one row.");
    }
  }

  /** The row nearest to a moment. */
  Row at(double seconds) {
    return rows.stream()
        .min(Comparator.comparingDouble(row -> Math.abs(row.seconds() - seconds)))
        .orElseThrow();
  }

  Row last() {
    return rows.get(rows.size() - 1);
  }

  /** The most jobs that waited at once. */
  int mostWaiting() {
    return rows.stream().mapToInt(Row::waiting).max().orElseThrow();
  }

  /** When the waiting jobs were as many as they ever got, give or take a few. */
  double peakSeconds() {
    return rows.stream()
        .filter(row -> row.waiting() >= AT_PEAK * mostWaiting())
        .mapToDouble(Row::seconds)
        .findFirst()
        .orElseThrow();
  }

  /** Jobs that succeeded between two moments. */
  int succeededBetween(double from, double to) {
    return at(to).succeeded() - at(from).succeeded();
  }
}
