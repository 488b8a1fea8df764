package org.sortingoffice.bench;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** POST /v1/tickets from 64 connections, each request with a key of its own. */
final class IntakeRun {
  /**
   * What came of it.
   *
   * @param ticketsPerSecond accepted, after the warm-up
   * @param commitsPerTicket over the whole run
   * @param walPerTicket bytes, over the whole run
   * @param processorMillisPerTicket processor time of the API's process, after the warm-up
   */
  record Result(
      double ticketsPerSecond,
      double commitsPerTicket,
      double walPerTicket,
      double processorMillisPerTicket) {}

  private static final String NAME = "bench_intake";
  private static final int CONNECTIONS = 64;
  private static final Pattern ACCEPTED = Pattern.compile("accepted (\\d+) other (\\d+) seconds ([0-9.]+)");

  private final Bench bench;
  private final Span span;

  IntakeRun(Bench bench, Span span) {
    this.bench = bench;
    this.span = span;
  }

  static boolean isThere() {
    return Command.exists("wrk");
  }

  Result run() throws Exception {
    Database database = bench.database();
    database.createOffice(NAME);
    database.execute(NAME, "checkpoint");
    long commits = bench.commits(NAME);
    long wal = database.walPosition();
    int port = Bench.freePort();
    long accepted;
    int parts = 1;
    double rate;
    double perTicket;
    try (Office api =
        bench.office("api", NAME, "api", Map.of("HTTP_PORT", Integer.toString(port)))) {
      api.awaitOpen();
      accepted = 0;
      long begin = System.nanoTime();
      for (int i = 1; i == 1 || !isWarm(accepted, begin); i++) {
        accepted += Long.parseLong(wrk(port, span.warmUpMillis(), "warm-" + i).group(1));
        parts = i + 1;
      }
      long processor = -api.processorMillis();
      Matcher counted = wrk(port, span.millis(), "counted");
      processor += api.processorMillis();
      perTicket = (double) processor / Math.max(1, Long.parseLong(counted.group(1)));
      accepted += Long.parseLong(counted.group(1));
      rate = Long.parseLong(counted.group(1)) / Double.parseDouble(counted.group(3));
    }
    long jobs = database.number(NAME, "select count(*) from jobs where state = 'queued'");
    // wrk leaves without waiting for its last answers.
    if (jobs < accepted || jobs > accepted + (long) parts * CONNECTIONS) {
      throw new BenchmarkFailure(
          "This run does not count: %d tickets were accepted, %d are in the database."
              .formatted(accepted, jobs));
    }
    OfficeCheck.expect("tickets", jobs, database.number(NAME, "select count(*) from tickets"));
    Result result =
        new Result(
            rate,
            (double) (bench.commits(NAME) - commits) / jobs,
            (double) (database.walPosition() - wal) / jobs,
            perTicket);
    database.drop(NAME);
    return result;
  }

  private static boolean isWarm(long accepted, long begin) {
    return accepted >= Span.WARM_AFTER
        || System.nanoTime() - begin > Span.LONGEST_WARM_UP * 1_000_000 / 2;
  }

  private Matcher wrk(int port, long millis, String part) throws Exception {
    Path log = bench.log("wrk");
    String said =
        Command.run(
            List.of(
                "wrk",
                "--threads=2",
                "--connections=" + CONNECTIONS,
                "--duration=" + Math.max(1, millis / 1000) + "s",
                "--script=bench/post.lua",
                "http://127.0.0.1:" + port + "/v1/tickets",
                "--",
                part),
            Map.of(),
            log,
            120);
    Matcher matcher = ACCEPTED.matcher(said);
    if (!matcher.find()) {
      throw new BenchmarkFailure("wrk gave no result; see " + log);
    }
    OfficeCheck.expect("answers other than 202", 0, Long.parseLong(matcher.group(2)));
    return matcher;
  }
}
