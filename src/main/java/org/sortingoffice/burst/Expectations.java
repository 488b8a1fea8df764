package org.sortingoffice.burst;

import java.util.List;

/** The figures that contract 25 states, each with its band. */
final class Expectations {
  private final Scenario scenario;

  Expectations(Scenario scenario) {
    this.scenario = scenario;
  }

  List<Figure> of(Run run) {
    return run.rule() == Rule.OURS ? ours(run.series()) : naive(run);
  }

  private List<Figure> ours(Series series) {
    return List.of(
        Figure.exactly("tickets accepted", scenario.tickets(), series.last().accepted()),
        Figure.exactly("dead letters", 0, series.last().deadLetters()),
        Figure.about("jobs waiting at the peak", 116, series.mostWaiting()),
        Figure.about("second of the peak", 30, series.peakSeconds()),
        Figure.about("jobs finished a minute", 50, series.succeededBetween(20, 140) / 2.0),
        Figure.about("jobs waiting at 138 s", 25, series.at(138).waiting()));
  }

  private List<Figure> naive(Run run) {
    return List.of(
        Figure.exactly("tickets accepted", scenario.tickets(), run.series().last().accepted()),
        Figure.about("dead letters within 50 s", 99, run.series().at(50).deadLetters()),
        Figure.about("dead letters in all", 99, run.series().last().deadLetters()),
        Figure.about("second of the first dead letter", 16, run.firstDeadLetter()));
  }
}
