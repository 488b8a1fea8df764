package org.sortingoffice.bench;

import java.sql.SQLException;
import java.util.function.BooleanSupplier;

/**
 * A worker on a backlog: how many whole jobs it does in a second, and what each costs the database.
 */
final class WorkerRun {
  /**
   * What came of it.
   *
   * @param jobsPerSecond after the warm-up
   * @param commitsPerJob over the whole run, the look-ups of the worker included
   * @param walPerJob bytes, over the whole run
   * @param processorMillisPerJob processor time of the worker's process, after the warm-up
   * @param serverMillisPerJob processor time of PostgreSQL, after the warm-up
   */
  record Result(
      double jobsPerSecond,
      double commitsPerJob,
      double walPerJob,
      double processorMillisPerJob,
      double serverMillisPerJob) {}

  private static final String NAME = "bench_office";
  private static final String TEMPLATE = "bench_backlog";

  private final Bench bench;
  private final Span span;
  private final int jobs;

  WorkerRun(Bench bench, Span span, int jobs) {
    this.bench = bench;
    this.span = span;
    this.jobs = jobs;
  }

  void prepare() throws SQLException {
    bench.database().createBacklog(TEMPLATE, jobs);
  }

  Result run() throws Exception {
    Database database = bench.database();
    database.copy(TEMPLATE, NAME);
    long commits = bench.commits(NAME);
    long wal = database.walPosition();
    long processor;
    long server;
    long warmUp;
    try (Office worker = bench.inProcessWorker(NAME)) {
      worker.awaitOpen();
      await(worker::isAlive, 1, 60_000);
      long begin = System.nanoTime();
      Thread.sleep(span.warmUpMillis());
      await(worker::isAlive, Span.WARM_AFTER, Span.LONGEST_WARM_UP - span.warmUpMillis());
      warmUp = (System.nanoTime() - begin) / 1_000_000;
      processor = -worker.processorMillis();
      server = -database.processorMillis();
      Thread.sleep(span.millis());
      processor += worker.processorMillis();
      server += database.processorMillis();
    }
    long done = new OfficeCheck(database).jobs(NAME, jobs);
    double commitsPerJob = (double) (bench.commits(NAME) - commits) / done;
    double walPerJob = (double) (database.walPosition() - wal) / done;
    if (done == jobs) {
      throw new BenchmarkFailure("The worker ran out of jobs: the backlog must be larger.");
    }
    long counted =
        database.number(
            NAME,
            """
            select count(*)
            from jobs
            cross join (select min(finished_at) + interval '%d ms' as begin from jobs) as warm
            where finished_at >= begin and finished_at < begin + interval '%d ms'
            """
                .formatted(warmUp, span.millis()));
    return new Result(
        counted * 1000.0 / span.millis(),
        commitsPerJob,
        walPerJob,
        (double) processor / Math.max(1, counted),
        (double) server / Math.max(1, counted));
  }

  /** Waits until so many jobs are finished, or so many milliseconds are over. */
  private void await(BooleanSupplier alive, int finished, long millis) throws Exception {
    String query =
        "select count(*) from (select from jobs where state = 'succeeded' limit %d) as finished"
            .formatted(finished);
    long end = System.nanoTime() + millis * 1_000_000;
    while (System.nanoTime() < end && bench.database().number(NAME, query) < finished) {
      if (!alive.getAsBoolean()) {
        throw new BenchmarkFailure("The worker ended; see " + bench.log("worker-" + NAME));
      }
      Thread.sleep(100);
    }
  }
}
