package org.sortingoffice.bench;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** pgbench: one-row inserts of the size of a ticket, a commit each, from 64 clients. */
final class PgBenchRun {
  private static final String NAME = "bench_pgbench";
  private static final Pattern TPS = Pattern.compile("(?m)^tps = ([0-9.]+)");
  private static final Pattern PROCESSED =
      Pattern.compile("(?m)^number of transactions actually processed: (\\d+)");

  private final Bench bench;
  private final Span span;

  PgBenchRun(Bench bench, Span span) {
    this.bench = bench;
    this.span = span;
  }

  static boolean isThere() {
    return Command.exists("pgbench");
  }

  /** Transactions per second. */
  double run() throws Exception {
    Database database = bench.database();
    database.createPlain(NAME);
    database.execute(
        NAME, "create table raw (id bigint generated always as identity primary key, body text)", "checkpoint");
    Path script = bench.folder().resolve("insert.sql");
    Files.writeString(script, "insert into raw (body) values ('" + "x".repeat(400) + "');\n");
    long warm = processed(pgbench(script, span.warmUpMillis()));
    String said = pgbench(script, span.millis());
    OfficeCheck.expect(
        "rows that pgbench inserted",
        warm + processed(said),
        database.number(NAME, "select count(*) from raw"));
    database.drop(NAME);
    Matcher tps = TPS.matcher(said);
    if (!tps.find()) {
      throw new BenchmarkFailure("pgbench gave no result; see " + bench.log("pgbench"));
    }
    return Double.parseDouble(tps.group(1));
  }

  private String pgbench(Path script, long millis) throws Exception {
    List<String> command =
        new ArrayList<>(
            List.of("pgbench", "--no-vacuum", "--protocol=prepared", "--client=64", "--jobs=2"));
    command.addAll(
        List.of(
            "--file=" + script,
            "--time=" + Math.max(1, millis / 1000),
            "--host=127.0.0.1",
            "--port=" + bench.database().port(),
            "--username=" + bench.database().user(),
            NAME));
    return Command.run(command, bench.peerEnvironment(NAME), bench.log("pgbench"), 120);
  }

  private static long processed(String said) {
    Matcher matcher = PROCESSED.matcher(said);
    return matcher.find() ? Long.parseLong(matcher.group(1)) : -1;
  }
}
