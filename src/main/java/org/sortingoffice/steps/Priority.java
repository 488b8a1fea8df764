package org.sortingoffice.steps;

import com.fasterxml.jackson.databind.JsonNode;
import org.sortingoffice.provider.InvalidAnswer;

/**
 * How urgent a model says a ticket is.
 *
 * @param value from 1 (urgent) to 4 (can wait)
 * @param coerced whether it was written otherwise than as a whole number: {@code "1"} or {@code
 *     1.0}
 */
record Priority(int value, boolean coerced) {
  private static final int LOWEST = 4;

  /**
   * Reads it.
   *
   * @throws InvalidAnswer when it is no whole number in range, however written
   */
  static Priority of(JsonNode said) {
    if (said.isIntegralNumber() && said.canConvertToInt()) {
      return inRange(said.intValue(), false);
    }
    if (said.isFloatingPointNumber() && said.doubleValue() == Math.rint(said.doubleValue())) {
      return inRange(said.doubleValue(), true);
    }
    if (said.isTextual() && said.textValue().strip().matches("\\d")) {
      return inRange(Integer.parseInt(said.textValue().strip()), true);
    }
    throw outOfRange();
  }

  private static Priority inRange(double value, boolean coerced) {
    if (value < 1 || value > LOWEST) {
      throw outOfRange();
    }
    return new Priority((int) value, coerced);
  }

  private static InvalidAnswer outOfRange() {
    return new InvalidAnswer("the priority is not a whole number from 1 to " + LOWEST);
  }
}
