package org.sortingoffice.bench;

/**
 * How long a run takes.
 *
 * @param warmUpMillis what is not counted, in milliseconds
 * @param millis what is counted, in milliseconds
 */
record Span(long warmUpMillis, long millis) {
  /**
   * The JVM compiles what was called so and so often, not what has run so and so long: on a busy
   * machine the application is warm only after this many jobs or tickets. Waited for as long as
   * {@link #LONGEST_WARM_UP} lets.
   */
  static final int WARM_AFTER = 20_000;

  /** Milliseconds. */
  static final long LONGEST_WARM_UP = 60_000;

  static Span seconds(int warmUp, int counted) {
    return new Span(warmUp * 1_000L, counted * 1_000L);
  }

  /** How many jobs a backlog needs for the application, whose warm-up may last longer. */
  int officeBacklog(int jobsPerSecond) {
    return backlog(jobsPerSecond) + WARM_AFTER;
  }

  /** How many jobs a backlog needs so as not to run dry. */
  int backlog(int jobsPerSecond) {
    return (int) ((warmUpMillis + millis) * jobsPerSecond / 1_000 * 5 / 4);
  }
}
