package org.sortingoffice.intake;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A ticket's number as people see it: {@code T-500001}. Each ticket has exactly one spelling.
 *
 * @param number the number behind the prefix, 1 or more
 */
public record TicketId(long number) {

  private static final Pattern SPELLING = Pattern.compile("T-([1-9][0-9]{0,18})");

  public TicketId {
    if (number < 1) {
      throw new IllegalArgumentException("A ticket's number is 1 or more, not " + number);
    }
  }

  /** The id behind this text, or empty when no ticket can be called so. */
  public static Optional<TicketId> parse(String text) {
    if (text == null) {
      return Optional.empty();
    }
    var spelled = SPELLING.matcher(text);
    if (!spelled.matches()) {
      return Optional.empty();
    }
    try {
      return Optional.of(new TicketId(Long.parseLong(spelled.group(1))));
    } catch (NumberFormatException e) {
      return Optional.empty(); // 19 digits can be more than a long holds
    }
  }

  @Override
  public String toString() {
    return "T-" + number;
  }
}
