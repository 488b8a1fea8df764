package org.sortingoffice.burst;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The burst experiment (contract 25 and 34): prints how it goes, checks its figures, and draws the
 * curves of both rules into one chart.
 */
public final class Burst {
  private final PrintWriter out;
  private final Path database;
  private final Path results;
  private final Scenario scenario;

  /**
   * @param out where the series are printed
   * @param database an empty folder for the databases
   * @param results where the chart and the series are kept; made if it is not there
   * @param scenario what happens
   */
  public Burst(PrintWriter out, Path database, Path results, Scenario scenario) {
    this.out = out;
    this.database = database;
    this.results = results;
    this.scenario = scenario;
  }

  /**
   * Whether the last run of a rule is known, so that its curve can be drawn without running it.
   *
   * @throws IOException when there is something else in its place
   */
  public boolean knows(Rule rule) throws IOException {
    return new SavedSeries(results).of(rule).isPresent();
  }

  /**
   * Runs these rules, one after the other, and draws the chart. The curve of a rule that is not
   * among them is the one of its last run.
   *
   * @return the figures that do not lie in their bands, in words; empty when all do
   */
  public List<String> run(List<Rule> rules) throws IOException, InterruptedException, SQLException {
    Files.createDirectories(results);
    SavedSeries saved = new SavedSeries(results);
    List<String> wrong = new ArrayList<>();
    out.printf(
        "%d tickets arrive at %.0f/s; the provider takes %d calls a minute, three make a ticket.%n%n",
        scenario.tickets(), scenario.ticketsPerSecond(), scenario.callsPerWindow());
    for (Rule rule : rules) {
      Path data = Files.createTempDirectory(database, "data");
      Run run = new Observation(out, data, scenario).of(rule);
      saved.save(run);
      wrong.addAll(check(run));
    }
    draw(saved);
    return wrong;
  }

  private List<String> check(Run run) {
    List<String> wrong = new ArrayList<>();
    out.println();
    for (Figure figure : new Expectations(scenario).of(run)) {
      out.println("  " + figure + (figure.fits() ? "" : "  <- NOT AS STATED"));
      if (!figure.fits()) {
        wrong.add(run.rule().title() + ", " + figure);
      }
    }
    if (!wrong.isEmpty() && !run.keptUp(scenario)) {
      out.printf(
          "  The machine did not keep up: a row came %.0f s late on the experiment's clock. Try a lower --speed.%n",
          run.worstLag());
    }
    out.println();
    out.flush();
    return wrong;
  }

  private void draw(SavedSeries saved) throws IOException {
    Map<Rule, Series> curves = new EnumMap<>(Rule.class);
    for (Rule rule : Rule.values()) {
      Optional<Series> series = saved.of(rule);
      series.ifPresent(known -> curves.put(rule, known));
    }
    BurstChart chart = new BurstChart(scenario, curves);
    out.println("The chart: " + chart.writePng(results.resolve("burst.png")));
    out.println("           " + chart.writeSvg(results.resolve("burst.svg")));
    out.flush();
  }
}
