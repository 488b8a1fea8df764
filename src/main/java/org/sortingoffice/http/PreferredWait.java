package org.sortingoffice.http;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The preference {@code wait} of a {@code Prefer} header (RFC 7240, section 4.3): how long a client
 * would like to wait for its answer. Other preferences are not looked at, and what cannot be read
 * is no preference: nobody is refused over one.
 */
public final class PreferredWait {
  /** More digits are no number of seconds that anybody means. */
  private static final int LONGEST = 9;

  private PreferredWait() {}

  /**
   * How long to wait, at most; none when the client does not ask for it.
   *
   * @param lines the header's lines; the first preference of a name counts (section 2)
   * @param cap nobody waits for longer than this
   */
  public static Optional<Duration> read(List<String> lines, Duration cap) {
    for (String line : lines) {
      for (String preference : split(line, ',')) {
        List<String> nameAndValue = split(split(preference, ';').get(0), '=');
        if (nameAndValue.get(0).strip().equalsIgnoreCase("wait")) {
          return nameAndValue.size() == 2
              ? seconds(nameAndValue.get(1).strip(), cap)
              : Optional.empty();
        }
      }
    }
    return Optional.empty();
  }

  private static Optional<Duration> seconds(String value, Duration cap) {
    String digits =
        value.length() > 1 && value.startsWith("\"") && value.endsWith("\"")
            ? value.substring(1, value.length() - 1)
            : value;
    if (digits.isEmpty()
        || digits.length() > LONGEST
        || !digits.chars().allMatch(c -> c >= '0' && c <= '9')) {
      return Optional.empty();
    }
    Duration wanted = Duration.ofSeconds(Long.parseLong(digits));
    return Optional.of(wanted.compareTo(cap) < 0 ? wanted : cap)
        .filter(wait -> wait.toSeconds() > 0);
  }

  /** The parts between these marks; one in quotes divides nothing (RFC 9110, section 5.6.4). */
  private static List<String> split(String text, char mark) {
    List<String> parts = new ArrayList<>();
    boolean quoted = false;
    int start = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (quoted && c == '\\') {
        i++;
      } else if (c == '"') {
        quoted = !quoted;
      } else if (c == mark && !quoted) {
        parts.add(text.substring(start, i));
        start = i + 1;
      }
    }
    parts.add(text.substring(start));
    return parts;
  }
}
