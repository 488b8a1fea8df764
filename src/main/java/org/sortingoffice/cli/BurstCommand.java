package org.sortingoffice.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.sortingoffice.burst.Burst;
import org.sortingoffice.burst.Rule;
import org.sortingoffice.burst.Scenario;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The burst experiment, on databases of its own. */
@Command(
    name = "burst",
    mixinStandardHelpOptions = true,
    description = {
      "Shows, on a database of its own, that being told to slow down is not a failure: a burst of 180 tickets meets a"
          + " provider that takes about 150 calls a minute. Needs about 160 seconds.",
      "Prints the series, a row every 2 seconds, and writes a chart (PNG and SVG) with the curves of our rule and of the"
          + " naive one. Where the folder holds no series of the naive rule yet, it is run, too.",
      "Ends with 1 when any figure is more than a fifth off."
    })
final class BurstCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @ArgGroup(exclusive = true)
  private Which which = new Which();

  @Option(
      names = "--speed",
      defaultValue = "1",
      paramLabel = "<n>",
      description = "How fast its clock runs, 1 to 20: 10 needs a tenth of the time.")
  private double speed;

  @Option(
      names = "--out",
      paramLabel = "<folder>",
      description =
          "Where the chart, the series and the log go; by default target/burst, or burst where there is no target.")
  private Path results;

  private static final class Which {
    @Option(names = "--naive", description = "Run the naive rule: a 429 counts as a failure.")
    private boolean naive;

    @Option(names = "--both", description = "Run our rule, then the naive one.")
    private boolean both;
  }

  @Override
  public Integer call() throws Exception {
    PrintWriter out = spec.commandLine().getOut();
    Scenario scenario = scenario();
    Path kept = Files.createDirectories(results == null ? usualFolder() : results);
    try (LogToFile log = new LogToFile(kept.resolve("burst.log"));
        TemporaryFolder databases = TemporaryFolder.named("sorting-office-burst")) {
      Burst burst = new Burst(out, databases.path(), kept, scenario);
      List<String> wrong = burst.run(rules(burst));
      wrong.forEach(figure -> out.println("NOT AS STATED: " + figure));
      if (wrong.isEmpty()) {
        out.println("All figures are as stated.");
      }
      out.flush();
      return wrong.isEmpty() ? 0 : 1;
    }
  }

  private List<Rule> rules(Burst burst) throws IOException {
    if (which.naive) {
      return List.of(Rule.NAIVE);
    }
    return which.both || !burst.knows(Rule.NAIVE)
        ? List.of(Rule.OURS, Rule.NAIVE)
        : List.of(Rule.OURS);
  }

  private Scenario scenario() {
    try {
      return Scenario.ofContract(speed);
    } catch (IllegalArgumentException wrong) {
      throw new ParameterException(spec.commandLine(), wrong.getMessage(), wrong);
    }
  }

  private static Path usualFolder() {
    return Files.isDirectory(Path.of("target")) ? Path.of("target", "burst") : Path.of("burst");
  }
}
