package org.sortingoffice.http;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The preference {@code wait} of a {@code Prefer} header (RFC 7240, section 4.3): how long a client
 * would like to wait for its answer. Other preferences are not looked at, and what cannot be read
 * is no preference: nobody is refused over one.
 */
public final class PreferredWait {
  /** A quoted text is stepped over as a whole: what stands in it is no preference. */
  private static final Pattern PREFERENCE =
      Pattern.compile(
          "\\G[ \\t,]*([^\\s=;,\"]+)(?:[ \\t]*=[ \\t]*(\"(?:[^\"\\\\]|\\\\.)*\"|[^\\s;,\"]*))?"
              + "(?:[ \\t]*;[^,\"]*(?:\"(?:[^\"\\\\]|\\\\.)*\"[^,\"]*)*)?[ \\t]*(?=,|$)");

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
      Matcher preference = PREFERENCE.matcher(line);
      while (preference.find()) {
        if (preference.group(1).equalsIgnoreCase("wait")) {
          return seconds(preference.group(2))
              .map(Duration::ofSeconds)
              .map(wanted -> wanted.compareTo(cap) < 0 ? wanted : cap)
              .filter(wait -> wait.toSeconds() > 0);
        }
      }
    }
    return Optional.empty();
  }

  private static Optional<Long> seconds(String value) {
    if (value == null) {
      return Optional.empty();
    }
    String digits =
        value.startsWith("\"") && value.length() > 1
            ? value.substring(1, value.length() - 1)
            : value;
    return digits.isEmpty()
            || digits.length() > LONGEST
            || !digits.chars().allMatch(c -> c >= '0' && c <= '9')
        ? Optional.empty()
        : Optional.of(Long.valueOf(digits));
  }
}
