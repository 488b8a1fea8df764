package org.sortingoffice.bench;

import java.io.IOException;
import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures the targets P1 to P14 beside the peers. See bench/README.md. */
@Command(
    name = "bench/run",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Measures Sorting Office beside its peers, on a PostgreSQL that it starts itself (fsync on). Every run is checked in the"
          + " database. The full form takes about an hour and writes docs/performance.md and its chart."
    })
public final class Benchmark implements Callable<Integer> {
  private static final Path FOLDER = Path.of("bench/target");
  private static final Path PAGE = Path.of("docs/performance.md");
  private static final Path CHART = Path.of("docs/images/performance.png");
  private static final List<String> QUICK = List.of("office", "floor", "dbos", "db-scheduler", "pgbench", "intake");
  private static final List<String> FULL =
      List.of(
          "office", "floor", "dbos", "db-scheduler", "jobrunr", "graphile-worker", "pg-boss", "pgbench", "intake",
          "latency", "memory", "start", "scale", "snapshot", "size");

  @Option(names = "--quick", description = "Under three minutes: P1, P2, P4 and P5, one round, printed only.")
  private boolean quick;

  @Option(names = "--rounds", paramLabel = "N", description = "How often each is measured, in turn; 3, with --quick 1.")
  private int rounds;

  @Option(names = "--only", split = ",", paramLabel = "PART", description = "Measures these and keeps the other figures: office, floor, dbos, db-scheduler, jobrunr, graphile-worker, pg-boss, pgbench, intake, latency, memory, start, scale, snapshot, size.")
  private List<String> only;

  @Option(names = "--warm-up", paramLabel = "SECONDS", description = "What is not counted of each run; 15, with --quick 6.")
  private int warmUp;

  @Option(names = "--seconds", paramLabel = "SECONDS", description = "What is counted of each run; 15, with --quick 6.")
  private int seconds;

  @Option(names = "--rate", paramLabel = "N", defaultValue = "5000", description = "The most jobs/s for which the backlog must suffice; ${DEFAULT-VALUE}.")
  private int rate;

  @Option(names = "--finished", paramLabel = "N", defaultValue = "10000000", description = "Finished jobs for P8; ${DEFAULT-VALUE}.")
  private long finished;

  @Option(names = "--set", paramLabel = "NAME=VALUE", description = "A setting of the application, as in its environment, such as WORKER_CONCURRENCY=64.")
  private Map<String, String> settings = new HashMap<>();

  @Option(names = "--jvm", split = " ", paramLabel = "OPTIONS", description = "JVM options of the application, divided by spaces; -Xmx512m -XX:+UseParallelGC.")
  private List<String> jvm = List.of("-Xmx512m", "-XX:+UseParallelGC");

  @Option(names = "--writers", paramLabel = "N", description = "For trials: how many group-sql writers the worker's routes have.")
  private int writers;

  @Option(names = "--report", description = "Measures nothing and writes the report of the figures that are there.")
  private boolean reportOnly;

  @Option(names = "--print", description = "Prints the report and leaves docs/performance.md as it is.")
  private boolean print;

  private final PrintWriter out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
  private final Set<String> failed = new TreeSet<>();
  private Figures figures;

  /** Ends with 0, 1 when something failed, 2 when it was called wrongly. */
  public static void main(String[] arguments) {
    System.exit(new CommandLine(new Benchmark()).execute(arguments));
  }

  @Override
  public Integer call() throws Exception {
    settle();
    Set<String> parts = new TreeSet<>(reportOnly ? List.of() : only == null ? quick ? QUICK : FULL : only);
    figures = Figures.in(FOLDER.resolve(quick ? "figures-quick.tsv" : "figures.tsv"));
    double loadBefore = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
    String server;
    try (Database database = Database.start(FOLDER.resolve("database"))) {
      server = database.describe();
      out.println("PostgreSQL: " + server);
      Path routes =
          BenchRoutes.copy(Path.of("routes"), FOLDER.resolve("routes").toAbsolutePath(), writers);
      measure(new Bench(database, FOLDER.toAbsolutePath(), routes, jvm, settings), parts);
    }
    Report report = new Report(figures);
    out.println("\n" + report.targets() + "\n\n" + report.wholeJobs() + "\n\n" + report.others());
    if (!quick && !print) {
      report.write(PAGE, reportOnly ? Optional.empty() : Optional.of(conditions(server, loadBefore)));
      report.draw(CHART);
      out.println("\nWritten: " + PAGE + ", " + CHART);
    }
    if (!failed.isEmpty()) {
      out.println("\nFailed: " + failed);
    }
    return failed.isEmpty() ? 0 : 1;
  }

  private void settle() {
    rounds = rounds > 0 ? rounds : quick ? 1 : 3;
    warmUp = warmUp > 0 ? warmUp : quick ? 6 : 15;
    seconds = seconds > 0 ? seconds : quick ? 6 : 15;
  }

  private interface Part {
    void run() throws Exception;
  }

  private void measure(Bench bench, Set<String> parts) throws Exception {
    Span span = Span.seconds(warmUp, seconds);
    WorkerRun worker = new WorkerRun(bench, span, span.officeBacklog(rate));
    ScaleRun scale = new ScaleRun(bench, span);
    StartRun start = new StartRun(bench);
    if (parts.contains("office")) {
      forget("office", "commits per job", "wal kB per job", "processor ms per job", "server ms per job");
      part("backlog", worker::prepare);
    }
    if (parts.contains("intake")) {
      forget("intake", "commits per ticket", "wal kB per ticket", "processor ms per ticket");
    }
    for (String name :
        List.of("floor", "dbos", "db-scheduler", "jobrunr", "graphile-worker", "pg-boss", "pgbench")) {
      if (parts.contains(name)) {
        forget(name);
      }
    }
    if (parts.contains("latency")) {
      forget("pick-up p99", "overhead p50", "overhead p99", "wal kB");
    }
    if (parts.contains("memory")) {
      forget("resident MiB", "peak MiB", "ended while resident");
    }
    if (parts.contains("start")) {
      forget("start s", "start s AppCDS");
      part("class archive", start::prepare);
    }
    if (parts.contains("scale")) {
      forget("one worker", "two workers");
      part("backlog", scale::prepare);
    }
    if (parts.contains("snapshot")) {
      forget("claim free", "claim held");
    }
    for (int round = 1; round <= rounds && !parts.isEmpty(); round++) {
      out.println("Round " + round + " of " + rounds + ", " + load());
      for (String part : FULL) {
        if (parts.contains(part) && !part.equals("size")) {
          part(part, () -> run(part, bench, span, worker, scale, start));
        }
      }
    }
    if (parts.contains("size")) {
      forget("claim small", "claim large");
      part(
          "size",
          () -> {
            ClaimCost.Result result = new ClaimCost(bench.database()).bySize(finished);
            note("claim small", result.before());
            note("claim large", result.after());
          });
    }
  }

  private void run(
      String part, Bench bench, Span span, WorkerRun worker, ScaleRun scale, StartRun start)
      throws Exception {
    switch (part) {
      case "office" -> {
        WorkerRun.Result result = worker.run();
        note("office", result.jobsPerSecond());
        note("commits per job", result.commitsPerJob());
        note("wal kB per job", result.walPerJob() / 1000);
        note("processor ms per job", result.processorMillisPerJob());
        note("server ms per job", result.serverMillisPerJob());
      }
      case "floor" -> {
        Floor.prepare(bench.database(), "bench_floor", span.backlog(13_000));
        note("floor", new Floor(bench.database(), "bench_floor").run(span));
        bench.database().drop("bench_floor");
      }
      case "dbos" -> note("dbos", PeerRun.dbos(bench, span, List.of()).run());
      case "db-scheduler" -> note("db-scheduler", PeerRun.dbScheduler(bench, span, List.of()).run());
      case "jobrunr" -> note("jobrunr", PeerRun.jobRunr(bench, span, List.of()).run());
      case "graphile-worker", "pg-boss" -> {
        if (!PeerRun.hasNode()) {
          out.println("  " + part + ": left out, Node 22 could not be installed");
        } else if (part.equals("pg-boss")) {
          note(part, PeerRun.pgBoss(bench, span).run());
        } else {
          note(part, PeerRun.graphileWorker(bench, span).run());
        }
      }
      case "pgbench" -> {
        if (PgBenchRun.isThere()) {
          note("pgbench", new PgBenchRun(bench, span).run());
        } else {
          out.println("  pgbench: left out, it is not installed (Debian: postgresql-contrib); so P5 is, too");
        }
      }
      case "intake" -> {
        if (IntakeRun.isThere()) {
          IntakeRun.Result result = new IntakeRun(bench, span).run();
          note("intake", result.ticketsPerSecond());
          note("commits per ticket", result.commitsPerTicket());
          note("wal kB per ticket", result.walPerTicket() / 1000);
          note("processor ms per ticket", result.processorMillisPerTicket());
        } else {
          out.println("  intake: left out, wrk is not installed");
        }
      }
      case "latency" -> {
        SteadyRun.Result result = new SteadyRun(bench, 200, 50, span).run();
        note("pick-up p99", result.pickUp99());
        note("overhead p50", result.overhead50());
        note("overhead p99", result.overhead99());
        note("wal kB", result.walPerJob() / 1000);
      }
      case "memory" -> {
        Bench small =
            new Bench(
                bench.database(), bench.folder(), bench.routes(), SteadyRun.smallJvm(), bench.settings());
        SteadyRun.Result result = new SteadyRun(small, 1_000, 0, span).run();
        note("resident MiB", result.residentMebibytes());
        note("ended while resident", result.endedPerSecond());
        note("peak MiB", result.peakMebibytes());
      }
      case "start" -> {
        note("start s", start.plain());
        note("start s AppCDS", start.withArchive());
      }
      case "scale" -> {
        note("one worker", scale.run(1));
        note("two workers", scale.run(2));
      }
      case "snapshot" -> {
        ClaimCost.Result result = new ClaimCost(bench.database()).underHeldSnapshot();
        note("claim free", result.before());
        note("claim held", result.after());
      }
      default -> throw new BenchmarkFailure("There is no part called " + part + ".");
    }
  }

  // What fails twice is left out of the rest, and the command ends with 1; all other figures count.
  private void part(String name, Part part) throws Exception {
    if (failed.contains(name)) {
      return;
    }
    long begin = System.nanoTime();
    try {
      part.run();
    } catch (BenchmarkFailure failure) {
      out.println("  " + name + " failed and is tried again: " + failure.getMessage());
      try {
        part.run();
      } catch (BenchmarkFailure again) {
        out.println("  " + name + " failed and is left out: " + again.getMessage());
        failed.add(name);
        return;
      }
    }
    out.printf(Locale.ROOT, "  (%s took %.0f s)%n", name, (System.nanoTime() - begin) / 1e9);
  }

  private void forget(String... names) {
    figures.forget(List.of(names));
  }

  private void note(String name, double value) throws IOException {
    figures.add(name, value);
    out.printf(Locale.ROOT, "  %-20s %,.2f%n", name, value);
  }

  private static String load() {
    return String.format(
        Locale.ROOT,
        "load %.1f",
        ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage());
  }

  private String conditions(String server, double loadBefore) throws IOException {
    List<String> lines = new ArrayList<>();
    lines.add("- " + Instant.now().truncatedTo(ChronoUnit.MINUTES) + ", `bench/run" + arguments() + "`");
    lines.add(
        "- "
            + Runtime.getRuntime().availableProcessors()
            + " x "
            + processor()
            + ", "
            + System.getProperty("os.name")
            + " "
            + System.getProperty("os.version")
            + "; load before: "
            + String.format(Locale.ROOT, "%.1f", loadBefore));
    lines.add(
        "- Java %s, application with %s%s; %d slots for P1 to P4, %d for P6, P7, P11 and P12, %d for each worker of P14"
            .formatted(
                Runtime.version(),
                String.join(" ", jvm),
                settings.isEmpty() ? "" : ", settings " + settings,
                Bench.SLOTS,
                SteadyRun.SLOTS,
                ScaleRun.SLOTS));
    lines.add("- P12: " + String.join(" ", SteadyRun.smallJvm()));
    lines.add("- PostgreSQL " + server.replaceFirst("server_version ", ""));
    lines.add(
        "- warm-up %d s, for P1 to P5 until %,d jobs or tickets, at most %d s, for P6, P7, P11, P12 and P14 after as many; counted %d s, %d rounds, in turn"
            .formatted(warmUp, Span.WARM_AFTER, Span.LONGEST_WARM_UP / 1_000, seconds, rounds));
    return String.join("\n", lines);
  }

  private String arguments() {
    return (only == null ? "" : " --only " + String.join(",", only))
        + " --rounds %d --warm-up %d --seconds %d".formatted(rounds, warmUp, seconds);
  }

  private static String processor() throws IOException {
    Path file = Path.of("/proc/cpuinfo");
    if (!Files.exists(file)) {
      return System.getProperty("os.arch");
    }
    return Files.readAllLines(file).stream()
        .filter(line -> line.startsWith("model name"))
        .map(line -> line.replaceFirst(".*:\\s*", ""))
        .findFirst()
        .orElse(System.getProperty("os.arch"));
  }
}
