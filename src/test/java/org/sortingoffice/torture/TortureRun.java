package org.sortingoffice.torture;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Breaks everything but the provider, again and again, while tickets arrive; then lets it settle
 * and checks from the database and from the provider's call log that nothing was lost and nothing
 * happened twice. docs/reliability.md tells more.
 */
@Command(
    name = "torture",
    mixinStandardHelpOptions = true,
    description =
        "Kills, freezes and restarts workers, APIs and PostgreSQL at seeded random moments while tickets arrive, and checks"
            + " in the end that none is lost and none had its effect twice.")
final class TortureRun implements Callable<Integer> {
  /** Sent once more at the very end: a key lives as long as its job. */
  private static final int REPEATED_AT_THE_END = 200;

  private static final Duration LAST_ANSWERS = Duration.ofSeconds(30);

  @Option(
      names = "--seconds",
      defaultValue = "600",
      description = "How long things are broken (default: ${DEFAULT-VALUE})")
  private int seconds;

  @Option(names = "--seed", description = "Decides what happens when (default: by chance)")
  private Long seed;

  @Option(
      names = "--rate",
      defaultValue = "12",
      description = "New tickets a second (default: ${DEFAULT-VALUE})")
  private int rate;

  @Option(
      names = "--workers",
      defaultValue = "3",
      description = "Worker processes (default: ${DEFAULT-VALUE})")
  private int workers;

  @Option(
      names = "--apis",
      defaultValue = "2",
      description = "API processes (default: ${DEFAULT-VALUE})")
  private int apis;

  @Option(
      names = "--settle-seconds",
      defaultValue = "180",
      description = "How long all may take to settle afterwards (default: ${DEFAULT-VALUE})")
  private int settleSeconds;

  /** Exits with 0 when nothing is violated, 1 when something is, 2 when it could not be run. */
  public static void main(String[] arguments) {
    System.exit(
        new CommandLine(new TortureRun())
            .setExecutionExceptionHandler(
                (failure, command, parsed) -> {
                  failure.printStackTrace();
                  return 2;
                })
            .execute(arguments));
  }

  @Override
  public Integer call() throws Exception {
    Torment torment =
        new Torment(
            seed == null ? System.nanoTime() % 1_000_000 : seed,
            Duration.ofSeconds(seconds),
            rate,
            workers,
            apis,
            Duration.ofSeconds(settleSeconds));
    PrintWriter out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
    return run(torment, out).isEmpty() ? 0 : 1;
  }

  /**
   * Does it.
   *
   * @return what was violated
   */
  static List<Violation> run(Torment torment, PrintWriter out) throws Exception {
    Path folder = Premises.folderFor(torment.seed());
    out.printf(
        "Torture with seed %d for %d s: %d workers, %d APIs, %d tickets a second. Logs: %s%n",
        torment.seed(),
        torment.duration().toSeconds(),
        torment.workers(),
        torment.apis(),
        torment.ticketsPerSecond(),
        folder);
    List<Violation> violations = run(torment, folder, out);
    if (violations.isEmpty()) {
      Premises.forgetData(folder);
    }
    return violations;
  }

  private static List<Violation> run(Torment torment, Path folder, PrintWriter out)
      throws Exception {
    try (Premises premises = Premises.open(torment, folder)) {
      return torture(premises, torment, out);
    }
  }

  private static List<Violation> torture(Premises premises, Torment torment, PrintWriter out)
      throws Exception {
    TortureReport report = new TortureReport();
    Receipts receipts = new Receipts();
    Chaos chaos = new Chaos(premises, Plan.of(torment.seed(), torment.duration()));
    try (Feeder feeder = new Feeder(premises.apis(), receipts, torment.seed())) {
      feeder.start(torment.ticketsPerSecond());
      chaos.run(torment.duration());
      long calm = System.nanoTime();
      report.add(answerAll(() -> feeder.finish(torment.patience())));
      report.add(new Settling(premises.rows()).within(torment.patience()));
      report.figure(
          "settled after", Duration.ofNanos(System.nanoTime() - calm).toMillis() / 1000.0 + " s");
      List<SentTicket> some = receipts.all().keySet().stream().limit(REPEATED_AT_THE_END).toList();
      report.add(answerAll(() -> feeder.repeat(some, LAST_ANSWERS)));
      premises.closeOffice();
      check(premises, receipts, feeder.sent(), report);
    }
    chaos.done().forEach((kind, count) -> report.figure(kind.words(), count));
    report.add(complaints("the run itself failed", chaos.failures()));
    for (Member member : premises.members()) {
      report.add(complaints("a process does what it is told", member.complaints()));
    }
    report.print(out, new Trail(premises.rows(), premises.provider().calls()));
    out.printf(
        "Seed %d: %s%n",
        torment.seed(),
        report.violations().isEmpty()
            ? "nothing was lost, nothing happened twice."
            : "NOT as promised.");
    return report.violations();
  }

  private interface Answers {
    void await() throws InterruptedException, TimeoutException;
  }

  private static List<Violation> answerAll(Answers answers) throws InterruptedException {
    try {
      answers.await();
      return List.of();
    } catch (TimeoutException notAll) {
      return List.of(
          Violation.of("every request is answered in the end", 0, "some are not, in calm"));
    }
  }

  private static void check(Premises premises, Receipts receipts, int sent, TortureReport report)
      throws SQLException, IOException, InterruptedException {
    DataSource rows = premises.rows();
    report.add(new RowRules(rows).violations());
    report.add(new ReceiptRules(receipts, rows).violations(sent));
    History history = History.read(rows);
    List<ProviderCall> calls = premises.provider().calls();
    CallRules callRules = new CallRules(calls, history);
    report.add(callRules.violations());

    report.figure("tickets sent", sent);
    report.figure("tickets accepted (keys answered 202)", receipts.all().size());
    report.figure("jobs by state", states(rows));
    report.figure("answers", receipts.answers());
    report.figure("deliveries by outcome", history.outcomes());
    report.figure("results", history.results());
    report.figure("provider calls", calls.size());
    report.figure(
        "  at most results + deliveries not well ended",
        history.results() + " + " + history.cutShort());
    report.figure("  by status (0: none was sent)", statuses(calls));
    report.figure(
        "  in vain / answered well, but lost", callRules.inVain() + " / " + callRules.repeated());
  }

  private static Map<String, Long> states(DataSource rows) throws SQLException {
    Map<String, Long> states = new TreeMap<>();
    try (Connection connection = rows.getConnection();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("select state, count(*) from jobs group by state")) {
      while (row.next()) {
        states.put(row.getString(1), row.getLong(2));
      }
    }
    return states;
  }

  private static Map<Integer, Long> statuses(List<ProviderCall> calls) {
    return calls.stream()
        .collect(Collectors.groupingBy(ProviderCall::status, TreeMap::new, Collectors.counting()));
  }

  private static List<Violation> complaints(String rule, List<String> complaints) {
    return complaints.stream().map(complaint -> Violation.of(rule, 0, complaint)).toList();
  }
}
