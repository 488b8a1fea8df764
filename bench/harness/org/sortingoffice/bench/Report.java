package org.sortingoffice.bench;

import java.awt.Color;
import java.awt.Font;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.knowm.xchart.BitmapEncoder;
import org.knowm.xchart.BitmapEncoder.BitmapFormat;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategoryChartBuilder;

/** Puts what was measured into words: on the terminal, and between the marks of docs/performance.md. */
final class Report {
  private record Contender(String figure, String shown) {}

  private static final List<Contender> WHOLE_JOBS =
      List.of(
          new Contender("dbos", "DBOS Transact Java 1.1.0-m6"),
          new Contender("jobrunr", "JobRunr 8.7.0"),
          new Contender("db-scheduler", "db-scheduler 16.7.1"),
          new Contender("graphile-worker", "graphile-worker 0.18.0"),
          new Contender("pg-boss", "pg-boss 12.38.0"),
          new Contender("office", "Sorting Office"),
          new Contender("floor", "bare JDBC, group commit"));

  private static final List<Contender> OTHERS =
      List.of(
          new Contender("intake", "POST /v1/tickets, tickets/s"),
          new Contender("processor ms per ticket", "processor time of the API for each ticket, ms"),
          new Contender("pgbench", "pgbench one-row inserts, 1/s"),
          new Contender("processor ms per job", "processor time of the worker for each job, ms"),
          new Contender("server ms per job", "processor time of PostgreSQL for each of these jobs, ms"),
          new Contender("commits per job", "commits for each job, without its intake"),
          new Contender("commits per ticket", "commits for each intake"),
          new Contender("wal kB per job", "kB of WAL for each job of a preloaded backlog, without its intake"),
          new Contender("wal kB per ticket", "kB of WAL for each intake"),
          new Contender("claim small", "claim of 100 with 1k queued, ms"),
          new Contender("claim large", "claim of 100 with 1M queued + 10M finished, ms"),
          new Contender("claim free", "claim of 100 before a snapshot is held, ms"),
          new Contender("claim held", "claim of 100 after 100k jobs under it, ms"),
          new Contender("resident MiB", "resident memory at 1,000 jobs/s, a JVM for little memory, MiB"),
          new Contender("peak MiB", "its peak, MiB"),
          new Contender("ended while resident", "jobs that ended meanwhile, 1/s"),
          new Contender("start s", "start to the first 202, plain jar, s"),
          new Contender("start s AppCDS", "the same with a class archive, s"),
          new Contender("one worker", "one worker, steps of 50 ms, 32 slots, jobs/s"),
          new Contender("two workers", "two workers of that kind, jobs/s"));

  private final Figures figures;

  Report(Figures figures) {
    this.figures = figures;
  }

  String targets() {
    List<String> lines = new ArrayList<>();
    lines.add("| # | what | median | min | max | reach | never below | |");
    lines.add("|---|---|---|---|---|---|---|---|");
    for (Target target : Target.all()) {
      Sample sample = target.measured().apply(figures);
      String reach = target.show(target.reach());
      String floor = target.show(target.neverBelow());
      lines.add(
          sample.isEmpty()
              ? row(target.id(), target.what(), "not measured", "", "", reach, floor, "")
              : row(
                  target.id(),
                  target.what(),
                  "**" + target.show(sample.median()) + "**",
                  target.show(sample.least()),
                  target.show(sample.most()),
                  reach,
                  floor,
                  target.verdict(sample.median())));
    }
    return String.join("\n", lines);
  }

  String wholeJobs() {
    return rows("whole jobs, three saved results each", "jobs/s, median", WHOLE_JOBS);
  }

  String others() {
    return rows("figure", "median", OTHERS);
  }

  private String rows(String first, String second, List<Contender> contenders) {
    List<String> lines = new ArrayList<>();
    lines.add(row(first, second, "min", "max", "rounds"));
    lines.add("|---|---|---|---|---|");
    for (Contender contender : contenders) {
      Sample sample = figures.sample(contender.figure);
      if (!sample.isEmpty()) {
        lines.add(
            row(
                contender.shown,
                number(sample.median()),
                number(sample.least()),
                number(sample.most()),
                Integer.toString(sample.values().size())));
      }
    }
    return String.join("\n", lines);
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, value >= 100 ? "%,.0f" : "%.2f", value);
  }

  private static String row(String... cells) {
    return "| " + String.join(" | ", cells) + " |";
  }

  /**
   * Replaces what stands between the marks of the page.
   *
   * @param conditions how it was measured just now; empty leaves what the page says of it
   */
  void write(Path page, Optional<String> conditions) throws IOException {
    String text = Files.readString(page);
    if (conditions.isPresent()) {
      text = between(text, "conditions", conditions.get());
    }
    text = between(text, "targets", targets());
    text = between(text, "whole-jobs", wholeJobs());
    text = between(text, "others", others());
    Files.writeString(page, text);
  }

  private static String between(String text, String name, String inside) {
    String begin = "<!-- begin " + name + " -->";
    String end = "<!-- end " + name + " -->";
    int from = text.indexOf(begin);
    int to = text.indexOf(end);
    if (from < 0 || to < from) {
      throw new BenchmarkFailure("docs/performance.md has lost its mark " + begin);
    }
    return text.substring(0, from + begin.length()) + "\n" + inside + "\n" + text.substring(to);
  }

  /** A bar for each contender. */
  void draw(Path image) throws IOException {
    List<String> names = new ArrayList<>();
    List<Double> peers = new ArrayList<>();
    List<Double> ours = new ArrayList<>();
    for (Contender contender : WHOLE_JOBS) {
      Sample sample = figures.sample(contender.figure);
      if (!sample.isEmpty()) {
        boolean own = contender.figure.equals("office");
        // Without version and explanation: there is little room under a bar.
        names.add(contender.shown.replaceFirst("( \\d\\S*| Java 1.*|, .*)$", ""));
        ours.add(own ? sample.median() : 0);
        peers.add(own ? 0 : sample.median());
      }
    }
    if (names.isEmpty()) {
      return;
    }
    CategoryChart chart =
        new CategoryChartBuilder()
            .width(1000)
            .height(460)
            .title("Whole jobs per second, three saved results each, one PostgreSQL on two cores (median)")
            .build();
    chart.getStyler().setChartBackgroundColor(Color.WHITE);
    chart.getStyler().setPlotBorderVisible(false);
    chart.getStyler().setPlotGridVerticalLinesVisible(false);
    chart.getStyler().setLegendVisible(false);
    chart.getStyler().setStacked(true);
    chart.getStyler().setLabelsVisible(false);
    chart.getStyler().setAvailableSpaceFill(0.6);
    chart.getStyler().setBaseFont(new Font(Font.SANS_SERIF, Font.PLAIN, 13));
    chart.getStyler().setAxisTickLabelsFont(new Font(Font.SANS_SERIF, Font.PLAIN, 12));
    chart.getStyler().setYAxisDecimalPattern("#,##0");
    chart.addSeries("others", names, peers).setFillColor(new Color(0x9AA5B1));
    chart.addSeries("Sorting Office", names, ours).setFillColor(new Color(0x1F6FB2));
    Files.createDirectories(image.getParent());
    BitmapEncoder.saveBitmap(chart, image.toString(), BitmapFormat.PNG);
  }
}
