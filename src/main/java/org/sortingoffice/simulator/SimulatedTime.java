package org.sortingoffice.simulator;

import java.time.Duration;

/**
 * The simulator's clock: what its settings call a second may be shorter in real time.
 *
 * @param speed simulated seconds in a real one
 */
record SimulatedTime(double speed) {
  long realMillis(double simulatedSeconds) {
    return Math.max(0, Math.round(Math.min(simulatedSeconds, 1e9) * 1000 / speed));
  }

  long realMillis(Duration simulated) {
    return realMillis(simulated.toMillis() / 1000.0);
  }
}
