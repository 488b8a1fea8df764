package org.sortingoffice.console;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;

/**
 * How pages write moments, spans and numbers. Moments are written in UTC, as they are without
 * JavaScript; a script turns them into the reader's own time.
 */
public final class Formats {
  private static final DateTimeFormatter MOMENT =
      DateTimeFormatter.ofPattern("d MMM HH:mm:ss 'UTC'", Locale.ENGLISH).withZone(ZoneOffset.UTC);
  private static final int SPARK_WIDTH = 96;
  private static final int SPARK_HEIGHT = 24;

  /** A moment that the database wrote, such as {@code 2026-11-29T22:04:11.123Z}. */
  public String moment(String iso) {
    return MOMENT.format(Instant.parse(iso));
  }

  /** A whole number with thin gaps: 12 345. */
  public String count(long number) {
    return String.format(Locale.ROOT, "%,d", number).replace(',', '\u202f');
  }

  /** A number with at most one decimal: 4.9, 5. */
  public String rate(double number) {
    String text = String.format(Locale.ROOT, "%.1f", number);
    return text.endsWith(".0") ? text.substring(0, text.length() - 2) : text;
  }

  /** A span in the two units that matter: 1 h 12 min, 48 s. */
  public String span(double seconds) {
    Duration span = Duration.ofMillis(Math.round(seconds * 1_000));
    if (span.toDays() > 0) {
      return two(span.toDays(), "d", span.toHoursPart(), "h");
    }
    if (span.toHours() > 0) {
      return two(span.toHours(), "h", span.toMinutesPart(), "min");
    }
    if (span.toMinutes() > 0) {
      return two(span.toMinutes(), "min", span.toSecondsPart(), "s");
    }
    return seconds < 10 ? rate(seconds) + " s" : span.toSeconds() + " s";
  }

  /** Between two moments that the database wrote. */
  public String between(String from, String to) {
    return span(Duration.between(Instant.parse(from), Instant.parse(to)).toMillis() / 1_000.0);
  }

  private static String two(long more, String unit, long less, String smaller) {
    return less == 0
        ? "%d %s".formatted(more, unit)
        : "%d %s %d %s".formatted(more, unit, less, smaller);
  }

  /** One or many: {@code plural(3, "job")} is "3 jobs". */
  public String plural(long number, String noun) {
    return count(number) + " " + noun + (number == 1 ? "" : "s");
  }

  /** The outline of a bar chart, as the path of an SVG of 96 by 24. */
  public String spark(List<? extends Number> series) {
    if (series.isEmpty()) {
      return "";
    }
    double most = Math.max(1, series.stream().mapToDouble(Number::doubleValue).max().orElse(1));
    double step = (double) SPARK_WIDTH / series.size();
    double bar = Math.max(1, step - 1);
    StringBuilder path = new StringBuilder();
    for (int i = 0; i < series.size(); i++) {
      double value = series.get(i).doubleValue();
      if (value > 0) {
        double height = Math.max(2, value / most * SPARK_HEIGHT);
        path.append(
            String.format(
                Locale.ROOT,
                "M%.1f %d v-%.1f h%.1f v%.1f z",
                i * step,
                SPARK_HEIGHT,
                height,
                bar,
                height));
      }
    }
    return path.toString();
  }

  /** A name as people read it: {@code draft_reply} is "draft reply". */
  public String words(String name) {
    return name.replace('_', ' ');
  }

  /** Why a job waits, for people. */
  public String waiting(String reason) {
    return switch (reason) {
      case "retry" -> "for the next attempt, after an error";
      case "rate_limited" -> "because the provider asked to slow down";
      case "provider_blocked" ->
          "because the provider will not work for us (no credit, or a refused key)";
      case "breaker_open" -> "because the provider is ill";
      case "worker_lost" -> "for the next attempt, after a lost worker";
      default -> words(reason);
    };
  }

  /** What stands before the first colon of an error: its kind. */
  public String kind(String error) {
    int colon = error.indexOf(':');
    return colon < 0 ? error : error.substring(0, colon);
  }

  /** What stands after the first colon of an error. */
  public String detail(String error) {
    int colon = error.indexOf(':');
    return colon < 0 ? "" : error.substring(colon + 1).strip();
  }
}
