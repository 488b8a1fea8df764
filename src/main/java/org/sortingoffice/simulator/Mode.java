package org.sortingoffice.simulator;

import java.util.Map;

/**
 * A way to behave: its name, what is set about it, and for how many calls of one ticket and step it
 * lasts.
 *
 * @param name such as {@code outage}
 * @param parameters values by name; the value of a marker such as {@code [sim:slow=14]} stands
 *     under {@link #VALUE}
 * @param times calls of one ticket and step after which it no longer applies
 */
public record Mode(String name, Map<String, String> parameters, int times) {
  /** The name of the value that a marker gives without a name. */
  public static final String VALUE = "value";

  /** Good behaviour. */
  public static final String NORMAL = "normal";

  /** Copies the parameters. */
  public Mode {
    parameters = Map.copyOf(parameters);
  }

  /** A mode with nothing set. */
  static Mode named(String name) {
    return new Mode(name, Map.of(), Integer.MAX_VALUE);
  }

  /** A parameter, or a marker's value, or the given fallback. */
  public String text(String parameter, String fallback) {
    String named = parameters.get(parameter);
    return named != null ? named : parameters.getOrDefault(VALUE, fallback);
  }

  /** A parameter that a marker's value never stands for, or the given fallback. */
  public String named(String parameter, String fallback) {
    return parameters.getOrDefault(parameter, fallback);
  }

  /** A parameter as a number, or the fallback where it is none. */
  double number(String parameter, double fallback) {
    return parse(text(parameter, ""), fallback);
  }

  /**
   * A parameter that a marker's value never stands for, as a number, or the fallback where it is
   * none.
   */
  double namedNumber(String parameter, double fallback) {
    return parse(named(parameter, ""), fallback);
  }

  private static double parse(String text, double fallback) {
    try {
      double number = text.isEmpty() ? fallback : Double.parseDouble(text);
      return Double.isFinite(number) ? number : fallback;
    } catch (NumberFormatException e) {
      return fallback;
    }
  }
}
