package org.sortingoffice.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** One worker and two on the same database, when the provider is what takes the time. */
final class ScaleRun {
  private static final String NAME = "bench_scale";
  private static final String TEMPLATE = "bench_scale_backlog";
  private static final int PROVIDER_MILLIS = 50;
  static final int SLOTS = 32;

  private final Bench bench;
  private final Span span;

  ScaleRun(Bench bench, Span span) {
    this.bench = bench;
    this.span = span;
  }

  private int jobs() {
    return span.backlog(2 * SLOTS * 1000 / (3 * PROVIDER_MILLIS)) + 3 * Span.WARM_AFTER;
  }

  void prepare() throws Exception {
    bench.database().createBacklog(TEMPLATE, jobs());
  }

  /** Jobs per second of that many workers together. */
  double run(int workers) throws Exception {
    Database database = bench.database();
    database.copy(TEMPLATE, NAME);
    List<Office> offices = new ArrayList<>();
    long before;
    long after;
    double seconds;
    try (StubProvider provider = StubProvider.start(PROVIDER_MILLIS)) {
      try {
        for (int i = 0; i < workers; i++) {
          offices.add(
              bench.office(
                  "scale-" + i,
                  NAME,
                  "worker",
                  Map.of(
                      "PROVIDER_URL", provider.url(),
                      "WORKER_CONCURRENCY", Integer.toString(SLOTS))));
        }
        for (Office office : offices) {
          office.awaitOpen();
        }
        provider.answerAfter(0);
        awaitWarm(offices);
        provider.answerAfter(PROVIDER_MILLIS);
        Thread.sleep(span.warmUpMillis());
        before = done();
        long begin = System.nanoTime();
        Thread.sleep(span.millis());
        after = done();
        seconds = (System.nanoTime() - begin) / 1e9;
      } finally {
        offices.forEach(Office::close);
      }
    }
    if (new OfficeCheck(database).jobs(NAME, jobs()) == jobs()) {
      throw new BenchmarkFailure("The workers ran out of jobs: the backlog must be larger.");
    }
    database.drop(NAME);
    return (after - before) / seconds;
  }

  /** Each has seen enough jobs; the provider does not keep them waiting meanwhile. */
  private void awaitWarm(List<Office> offices) throws Exception {
    long end = System.nanoTime() + Span.LONGEST_WARM_UP * 1_000_000 * offices.size();
    while (done() < (long) Span.WARM_AFTER * offices.size()
        && System.nanoTime() < end
        && offices.stream().allMatch(Office::isAlive)) {
      Thread.sleep(100);
    }
  }

  private long done() throws Exception {
    return bench.database().number(NAME, "select count(*) from jobs where state = 'succeeded'");
  }
}
