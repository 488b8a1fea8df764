package org.sortingoffice.burst;

import java.util.Locale;

/**
 * A figure of a run and the band in which it must lie.
 *
 * @param what what it is
 * @param seen what was seen
 * @param least the least it may be
 * @param most the most it may be
 */
record Figure(String what, double seen, double least, double most) {
  private static final double TOLERANCE = 0.20;

  /** A figure that must be as stated, within 20 %. */
  static Figure about(String what, double stated, double seen) {
    return new Figure(what, seen, stated * (1 - TOLERANCE), stated * (1 + TOLERANCE));
  }

  /** A figure that must be exactly as stated. */
  static Figure exactly(String what, double stated, double seen) {
    return new Figure(what, seen, stated, stated);
  }

  /** Whether it lies in its band; what was not seen at all does not. */
  boolean fits() {
    return seen >= least && seen <= most;
  }

  @Override
  public String toString() {
    String band = least == most ? number(least) : "%s to %s".formatted(number(least), number(most));
    return "%s: %s (must be %s)".formatted(what, Double.isNaN(seen) ? "none" : number(seen), band);
  }

  private static String number(double value) {
    return value == Math.rint(value)
        ? String.valueOf(Math.round(value))
        : String.format(Locale.ROOT, "%.1f", value);
  }
}
