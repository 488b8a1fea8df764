package org.sortingoffice.bench;

import java.util.List;
import java.util.Map;

/**
 * API and worker in one process, with tickets that arrive at a steady rate and a provider over
 * HTTP.
 */
final class SteadyRun {
  /**
   * What came of it; times in milliseconds.
   *
   * @param pickUp99 from the insert of a job to its claim, 99th percentile; both are the database's
   *     now(), the beginning of the transaction
   * @param overhead50 from the insert to the end without the provider's time, median
   * @param overhead99 the same, 99th percentile
   * @param residentMebibytes the process's memory at the end
   * @param peakMebibytes the most it ever was
   * @param endedPerSecond jobs that ended each second while tickets arrived and memory was looked at: memory of a
   *     process that falls behind would say nothing
   * @param walPerJob bytes of write-ahead log for each job, its intake included, after the warm-up: not
   *     what the first touch of each page after a checkpoint costs
   */
  record Result(
      double pickUp99,
      double overhead50,
      double overhead99,
      long residentMebibytes,
      long peakMebibytes,
      double endedPerSecond,
      double walPerJob) {}

  private static final String NAME = "bench_steady";

  /** At 200 jobs/s and 3 x 50 ms thirty are under way on average; by chance many more. */
  static final int SLOTS = 96;

  /**
   * At the rate that is measured the JVM would see enough jobs only after minutes, and what it
   * compiles meanwhile would be measured with them. Not faster, so that memory is not that of a
   * backlog.
   */
  private static final int WARM_UP_PER_SECOND = 500;

  private final Bench bench;
  private final int perSecond;
  private final int providerMillis;
  private final Span span;

  SteadyRun(Bench bench, int perSecond, int providerMillis, Span span) {
    this.bench = bench;
    this.perSecond = perSecond;
    this.providerMillis = providerMillis;
    this.span = span;
  }

  Result run() throws Exception {
    Database database = bench.database();
    database.createOffice(NAME);
    int port = Bench.freePort();
    database.execute(NAME, "checkpoint");
    double walPerJob;
    long resident;
    long peak;
    double endedPerSecond;
    long sent;
    String counted;
    try (StubProvider provider = StubProvider.start(providerMillis);
        Office office =
            bench.office(
                "steady",
                NAME,
                "api,worker",
                Map.of(
                    "HTTP_PORT", Integer.toString(port),
                    "PROVIDER_URL", provider.url(),
                    "WORKER_CONCURRENCY", Integer.toString(SLOTS)))) {
      office.awaitOpen();
      Arrivals arrivals = new Arrivals(port);
      provider.answerAfter(0);
      int warmUpPerSecond = Math.max(perSecond, WARM_UP_PER_SECOND);
      sent = arrivals.send(warmUpPerSecond, Span.WARM_AFTER * 1_000L / warmUpPerSecond);
      awaitDone(sent);
      provider.answerAfter(providerMillis);
      sent += arrivals.send(perSecond, span.warmUpMillis());
      counted = database.text(NAME, "select now()");
      long wal = database.walPosition();
      long sentThen = arrivals.send(perSecond, span.millis());
      sent += sentThen;
      resident = office.memoryMebibytes("VmRSS");
      peak = office.memoryMebibytes("VmHWM");
      endedPerSecond = endedSince(counted);
      awaitDone(sent);
      walPerJob = (double) (database.walPosition() - wal) / sentThen;
    }
    OfficeCheck.expect("finished jobs", sent, new OfficeCheck(database).jobs(NAME, sent));
    String from = " from jobs where created_at >= timestamptz '%s'".formatted(counted);
    Result result =
        new Result(
            percentile("started_at - created_at", 0.99, from),
            percentile("finished_at - created_at", 0.5, from) - 3 * providerMillis,
            percentile("finished_at - created_at", 0.99, from) - 3 * providerMillis,
            resident,
            peak,
            endedPerSecond,
            walPerJob);
    database.drop(NAME);
    return result;
  }

  private double percentile(String interval, double fraction, String from) throws Exception {
    return Double.parseDouble(
        bench
            .database()
            .text(
                NAME,
                "select 1000 * percentile_cont("
                    + fraction
                    + ") within group (order by extract(epoch from "
                    + interval
                    + "))"
                    + from));
  }

  private double endedSince(String then) throws Exception {
    return Double.parseDouble(
        bench
            .database()
            .text(
                NAME,
                "select count(*) / extract(epoch from now() - timestamptz '%1$s') from jobs where finished_at >= timestamptz '%1$s'"
                    .formatted(then)));
  }

  private void awaitDone(long jobs) throws Exception {
    long end = System.nanoTime() + 60_000_000_000L;
    while (bench.database().number(NAME, "select count(*) from jobs where state = 'succeeded'")
        < jobs) {
      if (System.nanoTime() > end) {
        throw new BenchmarkFailure("Not all jobs were finished a minute after the last came.");
      }
      Thread.sleep(200);
    }
  }

  /**
   * The JVM that the memory target speaks of, as docs/operations.md has it: a heap of nearly twice what lives, no second
   * compiler (its code and its working memory are some 40 MiB), what was freed goes back to the system, and network buffers
   * that come in pieces of 128 kB instead of 4 MB.
   */
  static List<String> smallJvm() {
    return List.of(
        "-XX:+UseSerialGC",
        "-Xmx80m",
        "-XX:TieredStopAtLevel=1",
        "-XX:TrimNativeHeapInterval=1000",
        "-Dio.netty.allocator.maxOrder=4",
        "-Dio.netty.allocator.numDirectArenas=2",
        "-Dio.netty.allocator.numHeapArenas=1");
  }
}
