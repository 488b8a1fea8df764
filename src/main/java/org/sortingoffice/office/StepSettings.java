package org.sortingoffice.office;

import java.math.BigDecimal;

/**
 * The settings of single steps, such as {@code draft.reply.temperature}. The steps read them by
 * themselves; here they are checked, so that a wrong one stops the start with its name.
 */
final class StepSettings {
  private static final BigDecimal HOTTEST = BigDecimal.valueOf(2);

  private final Settings settings;

  StepSettings(Settings settings) {
    this.settings = settings;
  }

  /**
   * Checks those of all steps that are set.
   *
   * @throws StartupFailure when one makes no sense
   */
  void check() {
    // A probe keeps its place at the gate for as long as a call may take, whichever step it is at.
    int longest = settings.number("provider.timeout.millis", 1, 3_600_000);
    for (String step : settings.list("ticket.steps")) {
      String prefix = step.replace('_', '.');
      checkTemperature(prefix + ".temperature");
      checkNumber(prefix + ".max.tokens", 1_000_000);
      checkNumber(prefix + ".timeout.millis", longest);
      String format = prefix + ".response.format";
      if (settings.isSet(format)) {
        settings.oneOf(format, "json_object", "json_schema", "none");
      }
    }
  }

  /** Checks one that says how freely a model may answer. */
  void checkTemperature(String name) {
    if (settings.isSet(name) && settings.decimal(name).compareTo(HOTTEST) > 0) {
      throw settings.wrong(name, "a number from 0 to 2, or empty");
    }
  }

  private void checkNumber(String name, int most) {
    if (settings.isSet(name)) {
      settings.number(name, 1, most);
    }
  }
}
