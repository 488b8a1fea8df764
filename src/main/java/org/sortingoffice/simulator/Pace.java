package org.sortingoffice.simulator;

import java.time.Duration;

/**
 * How fast the simulated provider is and how much it lets through.
 *
 * @param latency wait before each answer, on the simulator's clock
 * @param quotaCalls calls let through in one window while a quota mode is on
 * @param quotaWindow length of that window, on the simulator's clock
 * @param speed how fast the simulator's clock runs; at 10 all durations here pass in a tenth of the
 *     time
 */
public record Pace(Duration latency, int quotaCalls, Duration quotaWindow, double speed) {
  /** Checks what a settings file could get wrong. */
  public Pace {
    if (!(speed > 0) || Double.isInfinite(speed)) {
      throw new IllegalArgumentException(
          "The simulator's speed is " + speed + ": it must be more than 0.");
    }
    if (quotaWindow.isZero() || quotaWindow.isNegative() || latency.isNegative()) {
      throw new IllegalArgumentException(
          "The quota's window must be longer than 0, and the latency not negative.");
    }
  }
}
