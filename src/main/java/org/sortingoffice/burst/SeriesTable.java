package org.sortingoffice.burst;

import java.io.PrintWriter;
import java.util.Locale;

/** Prints a series as it grows. */
final class SeriesTable {
  private final PrintWriter out;

  SeriesTable(PrintWriter out) {
    this.out = out;
  }

  void head() {
    out.println("   time  accepted  succeeded  waiting  running  dead letters   calls  refused");
    out.flush();
  }

  void row(Row row) {
    out.printf(
        Locale.ROOT,
        "%5.0f s  %8d  %9d  %7d  %7d  %12d  %6d  %7d%n",
        row.seconds(),
        row.accepted(),
        row.succeeded(),
        row.waiting(),
        row.running(),
        row.deadLetters(),
        row.calls(),
        row.refused());
    out.flush();
  }
}
