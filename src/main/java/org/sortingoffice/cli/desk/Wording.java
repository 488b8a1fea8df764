package org.sortingoffice.cli.desk;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** How moments, counts and errors are written for a person at a terminal. */
final class Wording {
  private static final int LONGEST = 70;

  private final DateTimeFormatter moment;
  private final boolean plain;

  /**
   * @param zone the reader's time zone
   * @param plain whether the terminal can show ASCII only
   */
  Wording(ZoneId zone, boolean plain) {
    this.moment = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss", Locale.ROOT).withZone(zone);
    this.plain = plain;
  }

  /** A moment of the API in the reader's own time; empty when there is none. */
  String moment(JsonNode iso) {
    return iso.isTextual() ? moment.format(Instant.parse(iso.textValue())) : "";
  }

  /** A number in groups of three digits. */
  static String grouped(long number) {
    return String.format(Locale.ROOT, "%,d", number).replace(',', ' ');
  }

  /** A number with its noun: 1 job, 1 234 jobs. */
  static String jobs(long number) {
    return grouped(number) + (number == 1 ? " job" : " jobs");
  }

  /** A text or number of the API; empty when it is null. */
  static String text(JsonNode value) {
    return value.isNull() || value.isMissingNode() ? "" : value.asText();
  }

  /** A text that fits in a table. */
  String brief(JsonNode value) {
    String text = text(value);
    return text.codePointCount(0, text.length()) <= LONGEST
        ? text
        : text.substring(0, text.offsetByCodePoints(0, LONGEST - 2)) + (plain ? ".." : "…");
  }

  /** A span in its largest units: 1 h 5 min, 12 s. */
  static String span(double seconds) {
    Duration span = Duration.ofSeconds((long) Math.ceil(seconds));
    if (span.toHours() > 0) {
      return span.toHours() + " h " + span.toMinutesPart() + " min";
    }
    return span.toMinutes() > 0
        ? span.toMinutes() + " min " + span.toSecondsPart() + " s"
        : span.toSeconds() + " s";
  }

  /** A bar of which a part is filled. */
  String bar(int filled, int width) {
    return plain
        ? "[" + "#".repeat(filled) + ".".repeat(width - filled) + "]"
        : "█".repeat(filled) + "░".repeat(width - filled);
  }

  /** Bars for a series, one character each. */
  String spark(JsonNode series) {
    String bars = plain ? " .:-=+*#" : " ▂▃▄▅▆▇█";
    long most = 1;
    for (JsonNode value : series) {
      most = Math.max(most, value.asLong());
    }
    StringBuilder line = new StringBuilder();
    for (JsonNode value : series) {
      long height = value.asLong() == 0 ? 0 : Math.max(1, value.asLong() * 7 / most);
      line.append(bars.charAt((int) height));
    }
    return line.toString();
  }
}
