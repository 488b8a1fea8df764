package org.sortingoffice.bench;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures whether what lies around changes what a claim and an acceptance cost. See bench/README.md. */
@Command(
    name = "bench/scale",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Measures claims and acceptances of the application's own statements, on a PostgreSQL that it starts itself (fsync on):"
          + " beside millions of finished jobs, dead letters, waits, under a held snapshot. Prints a table, writes it into"
          + " docs/scale.md, and ends with 1 when a ratio is above its limit."
    })
public final class SizeBenchmark implements Callable<Integer> {
  private static final Path FOLDER = Path.of("bench/target");
  private static final Path PAGE = Path.of("docs/scale.md");
  private static final double REACH = 1.5;

  @Option(names = "--finished", paramLabel = "N", defaultValue = "10000000", description = "Finished jobs; ${DEFAULT-VALUE}.")
  private long finished;

  @Option(names = "--rounds", paramLabel = "N", defaultValue = "20", description = "How often each database is claimed from, in turn, six counted claims each time; ${DEFAULT-VALUE}.")
  private int rounds;

  @Option(names = "--snapshots", paramLabel = "N", defaultValue = "3", description = "How often 100,000 jobs are done under a held snapshot; ${DEFAULT-VALUE}.")
  private int snapshots;

  @Option(names = "--print", description = "Prints the table and leaves docs/scale.md as it is.")
  private boolean print;

  private final PrintWriter out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
  private final List<String> lines = new ArrayList<>();
  private boolean missed;

  /** Ends with 0, 1 when a ratio is above its limit, 2 when it was called wrongly. */
  public static void main(String[] arguments) {
    System.exit(new CommandLine(new SizeBenchmark()).execute(arguments));
  }

  @Override
  public Integer call() throws Exception {
    long begin = System.nanoTime();
    lines.add("| what | 1k queued, ms | beside it, ms | ratio | reach | never above | |");
    lines.add("|---|---|---|---|---|---|---|");
    String server;
    try (Database database = Database.start(FOLDER.resolve("database"))) {
      server = database.describe();
      measure(database);
    }
    String said =
        "%s, `bench/scale --finished %d --rounds %d --snapshots %d`, %.0f minutes; PostgreSQL %s; medians%n%n%s"
            .formatted(
                Instant.now().truncatedTo(ChronoUnit.MINUTES),
                finished,
                rounds,
                snapshots,
                (System.nanoTime() - begin) / 60e9,
                server.replaceFirst("server_version ", ""),
                String.join("\n", lines));
    out.println("\n" + said);
    if (!print) {
      write(said);
    }
    return missed ? 1 : 0;
  }

  private void measure(Database database) throws Exception {
    ClaimCost cost = new ClaimCost(database);
    Map<String, String> cases =
        Map.of(
            "bench_size_aside", "100k dead letters and failed jobs",
            "bench_size_waits", "100k jobs that wait until tomorrow",
            "bench_size_actors", "100k queued, of 100k actors",
            "bench_size_large", "1M queued, %,d finished".formatted(finished));
    List<String> names = List.of(ClaimCost.SMALL, "bench_size_aside", "bench_size_waits", "bench_size_actors", "bench_size_large");
    out.println("Filling ..");
    cost.small(ClaimCost.SMALL);
    fill(cost, database, "bench_size_aside").setAside(100_000).settle();
    fill(cost, database, "bench_size_waits").waiting(100_000).settle();
    fill(cost, database, "bench_size_actors").queued(100_000).settle();
    cost.large("bench_size_large", finished);

    out.println("Claiming ..");
    Map<String, Sample> claims = cost.inTurn(names, rounds);
    double base = claims.get(ClaimCost.SMALL).median();
    for (String name : names.subList(1, names.size())) {
      row("claim of 100 beside " + cases.get(name), base, claims.get(name).median(), name.equals("bench_size_large") ? 2.5 : 2);
    }

    out.println("Accepting ..");
    Map<String, Sample> acceptances = cost.acceptInTurn(names, rounds);
    base = acceptances.get(ClaimCost.SMALL).median();
    for (String name : List.of("bench_size_actors", "bench_size_large")) {
      row("100 tickets accepted beside " + cases.get(name), base, acceptances.get(name).median(), 2);
    }
    for (String name : names) {
      database.drop(name);
    }

    out.println("Holding a snapshot ..");
    List<Double> before = new ArrayList<>();
    List<Double> after = new ArrayList<>();
    for (int i = 0; i < snapshots; i++) {
      ClaimCost.Result result = cost.underHeldSnapshot();
      before.add(result.before());
      after.add(result.after());
    }
    row("claim of 100 after 100k jobs under a held snapshot", new Sample(before).median(), new Sample(after).median(), 4);
  }

  private static Bystanders fill(ClaimCost cost, Database database, String name) throws Exception {
    cost.small(name);
    return new Bystanders(database, name);
  }

  private void row(String what, double base, double beside, double neverAbove) {
    double ratio = beside / base;
    missed |= ratio > neverAbove;
    String verdict = ratio <= REACH ? "reached" : ratio <= neverAbove ? "above what is aimed for" : "missed";
    String line =
        String.format(Locale.ROOT, "| %s | %.2f | %.2f | **%.2fx** | %.1fx | %.1fx | %s |", what, base, beside, ratio, REACH, neverAbove, verdict);
    lines.add(line);
    out.println("  " + line);
  }

  private static void write(String said) throws IOException {
    String begin = "<!-- begin size -->";
    String end = "<!-- end size -->";
    String text = Files.readString(PAGE);
    int from = text.indexOf(begin);
    int to = text.indexOf(end);
    if (from < 0 || to < from) {
      throw new BenchmarkFailure(PAGE + " has lost its mark " + begin);
    }
    Files.writeString(PAGE, text.substring(0, from + begin.length()) + "\n" + said + "\n" + text.substring(to));
  }
}
