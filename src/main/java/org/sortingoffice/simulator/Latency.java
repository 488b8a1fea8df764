package org.sortingoffice.simulator;

import java.time.Duration;

/**
 * How long an answer is held back: by {@code latency_ms} of its mode, by {@code seconds} of the
 * mode {@code slow}, else as set.
 */
final class Latency {
  private static final String SLOW = "slow";
  private static final double SLOW_SECONDS = 30;

  private final Duration usual;
  private final SimulatedTime time;

  Latency(Duration usual, SimulatedTime time) {
    this.usual = usual;
    this.time = time;
  }

  /** Milliseconds of real time. */
  long realMillis(Mode mode) {
    if (mode.name().equals(SLOW)) {
      return time.realMillis(mode.number("seconds", SLOW_SECONDS));
    }
    double milliseconds = mode.namedNumber("latency_ms", usual.toMillis());
    return time.realMillis(milliseconds / 1000);
  }
}
