package org.sortingoffice.burst;

import java.util.List;

/**
 * What was seen of one rule.
 *
 * @param rule which
 * @param series how it went
 * @param deadLetterSeconds when each dead letter was made, in the order of time
 */
record Run(Rule rule, Series series, List<Double> deadLetterSeconds) {
  Run {
    deadLetterSeconds = List.copyOf(deadLetterSeconds);
  }

  /** When the first dead letter was made; NaN when none was. */
  double firstDeadLetter() {
    return deadLetterSeconds.isEmpty() ? Double.NaN : deadLetterSeconds.get(0);
  }
}
