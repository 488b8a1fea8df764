package org.sortingoffice.burst;

import java.util.List;

/**
 * What was seen of one rule.
 *
 * @param rule which
 * @param series how it went
 * @param worstLag by how much a row came late, at worst, in seconds of the experiment's clock: a
 *     machine that cannot keep up with the clock shows in it
 * @param deadLetterSeconds when each dead letter was made, in the order of time
 */
record Run(Rule rule, Series series, double worstLag, List<Double> deadLetterSeconds) {
  Run {
    deadLetterSeconds = List.copyOf(deadLetterSeconds);
  }

  /** Whether the machine kept up with the clock: no row was late by as much as two rows. */
  boolean keptUp(Scenario scenario) {
    return worstLag < 2 * scenario.rowEvery().toSeconds();
  }

  /** When the first dead letter was made; NaN when none was. */
  double firstDeadLetter() {
    return deadLetterSeconds.isEmpty() ? Double.NaN : deadLetterSeconds.get(0);
  }
}
