package org.sortingoffice.bench;

/**
 * How long a run takes.
 *
 * @param warmUpMillis what is not counted, in milliseconds
 * @param millis what is counted, in milliseconds
 */
record Span(long warmUpMillis, long millis) {
  static Span seconds(int warmUp, int counted) {
    return new Span(warmUp * 1_000L, counted * 1_000L);
  }

  /** How many jobs a backlog needs so as not to run dry. */
  int backlog(int jobsPerSecond) {
    return (int) ((warmUpMillis + millis) * jobsPerSecond / 1_000 * 5 / 4);
  }
}
