package org.sortingoffice.cli;

import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Callable;
import org.sortingoffice.office.Foundations;
import org.sortingoffice.office.Settings;
import org.sortingoffice.office.StartupFailure;
import org.sortingoffice.samples.LoadReport;
import org.sortingoffice.samples.Reset;
import org.sortingoffice.samples.SampleLoad;
import org.sortingoffice.samples.SampleResults;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Puts sample tickets into the database, with an office running on it or without. */
@Command(
    name = "load",
    mixinStandardHelpOptions = true,
    description = {
      "Puts sample tickets into the database: a mix of customers, subjects and five languages.",
      "The database is the one of DATABASE_URL, otherwise the embedded one in ./data (DATA_DIR); an office that is"
          + " running on it gets to work on them at once."
    })
final class LoadCommand implements Callable<Integer> {
  private static final int MOST = 1_000_000;

  @Spec private CommandSpec spec;

  @Parameters(
      arity = "0..1",
      paramLabel = "COUNT",
      defaultValue = "200",
      description = "How many tickets; ${DEFAULT-VALUE} when not given.")
  private int count;

  @Option(
      names = "--dead-letters",
      paramLabel = "N",
      defaultValue = "0",
      description = "N more tickets whose jobs were set aside, of several kinds.")
  private int deadLetters;

  @Option(
      names = "--seed",
      paramLabel = "SEED",
      defaultValue = "42",
      description = "The same seed gives the same tickets; ${DEFAULT-VALUE} when not given.")
  private long seed;

  @Option(
      names = "--reset",
      description = {
        "First delete all tickets in the database, after asking. Numbering starts again.",
        "load 0 --reset only deletes."
      })
  private boolean reset;

  @Option(names = "--yes", description = "Do not ask before deleting.")
  private boolean yes;

  private final Terminal terminal;

  /** With the terminal of this process. */
  LoadCommand() {
    this(Terminal.ofProcess());
  }

  /**
   * @param terminal who is asked, and sees the progress
   */
  LoadCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws InterruptedException {
    checkCounts();
    if (reset && !yes && !terminal.attached()) {
      spec.commandLine()
          .getErr()
          .println(
              "load --reset deletes all tickets, and there is no terminal to ask at: add --yes if that is meant.");
      return ExitCode.USAGE;
    }
    Settings settings = Settings.read(Map.of("database.pool.size", "2"));
    try (Foundations foundations = Foundations.ofSharedDatabase(settings)) {
      story().say("Database: " + foundations.describeDatabase());
      if (reset && !emptied(foundations, settings)) {
        return ExitCode.SOFTWARE;
      }
      load(foundations, settings);
      return ExitCode.OK;
    } catch (SQLException e) {
      throw new StartupFailure(
          "The database gave up in between: "
              + String.valueOf(e.getMessage()).lines().findFirst().orElse("")
              + ". What was committed stays; load --reset starts afresh.",
          e);
    }
  }

  private void checkCounts() {
    if (count < 0 || count > MOST || deadLetters < 0 || deadLetters > MOST) {
      throw new ParameterException(
          spec.commandLine(),
          "COUNT and the N of --dead-letters are numbers from 0 to %s."
              .formatted(LoadStory.grouped(MOST)));
    }
  }

  private boolean emptied(Foundations foundations, Settings settings)
      throws SQLException, InterruptedException {
    Duration call = Duration.ofMillis(settings.number("provider.timeout.millis", 1, 3_600_000));
    Reset all = new Reset(foundations.database(), call.plus(settings.seconds("lease.seconds")));
    long tickets = all.tickets();
    if (!yes) {
      String answer =
          terminal.ask(
              "This deletes %s in %s. Type yes to go on:"
                  .formatted(LoadStory.counted(tickets, "ticket"), foundations.describeDatabase()));
      if (!answer.equals("yes")) {
        story().say("Nothing was deleted.");
        return false;
      }
    }
    LoadStory story = story();
    if (!all.run(story::showWaiting)) {
      story.say(
          "Nothing was deleted: workers still hold jobs, because the provider is slow or new tickets keep coming in."
              + " Stop the workers or wait a little, then try again.");
      return false;
    }
    story.say("Deleted %s.".formatted(LoadStory.counted(tickets, "ticket")));
    return true;
  }

  private void load(Foundations foundations, Settings settings) throws SQLException {
    long start = System.nanoTime();
    LoadStory story = story();
    SampleLoad load =
        new SampleLoad(
            foundations.database(),
            results(settings),
            (done, all) -> story.showProgress(done, all, start));
    LoadReport report = load.run(count, deadLetters, seed);
    story.tell(report, System.nanoTime() - start);
    if (report.tickets() + report.deadLetters() > 0) {
      String api = "http://%s:%s".formatted(settings.text("http.host"), settings.text("http.port"));
      story.tellWhatNext(report, api, foundations.ownsDatabase());
    }
  }

  private LoadStory story() {
    return new LoadStory(spec.commandLine().getOut(), terminal);
  }

  private static SampleResults results(Settings settings) {
    return new SampleResults(
        settings.decimal("provider.price.chat.input"),
        settings.decimal("provider.price.chat.output"),
        settings.list("classify.teams"),
        settings.text("classify.model"),
        settings.text("draft.reply.model"));
  }
}
