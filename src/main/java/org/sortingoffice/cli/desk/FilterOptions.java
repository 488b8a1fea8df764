package org.sortingoffice.cli.desk;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Which of the jobs that were set aside are meant, as the API takes it. */
final class FilterOptions {
  private static final Pattern SPAN = Pattern.compile("([0-9]{1,6})(s|m|h|d)");

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--state",
      paramLabel = "STATE",
      description = "dead_letter (might have worked later) or failed (cannot work as it is).")
  private String state;

  @Option(
      names = "--group",
      paramLabel = "KEY",
      description = "One group of failures, by its key as groups shows it.")
  private String group;

  @Option(
      names = "--error",
      paramLabel = "KIND",
      description = "The kind of the error, such as ProviderUnavailable.")
  private String error;

  @Option(names = "--step", paramLabel = "STEP", description = "The step that failed.")
  private String step;

  @Option(
      names = "--actor",
      paramLabel = "ACTOR",
      description = "Whose request it was, such as customer:C-0022.")
  private String actor;

  @Option(
      names = "--text",
      paramLabel = "TEXT",
      description = "Something in the error, or the id of a ticket or job.")
  private String text;

  @Option(
      names = {"--from", "--since"},
      paramLabel = "TIME",
      description =
          "Set aside at this moment or later: 2026-08-01T09:30:00Z, or 90s, 30m, 2h, 1d ago.")
  private String from;

  @Option(names = "--to", paramLabel = "TIME", description = "Set aside before this moment.")
  private String to;

  private final Clock clock = Clock.systemUTC();

  /** Whether anything is asked for. */
  boolean isEmpty() {
    return parameters().isEmpty();
  }

  /** As parameters of a query. */
  Map<String, String> parameters() {
    Map<String, String> asked = new LinkedHashMap<>();
    put(asked, "state", state);
    put(asked, "group", group);
    put(asked, "error", error);
    put(asked, "step", step);
    put(asked, "actor", actor);
    put(asked, "from", moment("--from", from));
    put(asked, "to", moment("--to", to));
    put(asked, "text", text);
    return asked;
  }

  /** As the filter of a redrive. */
  ObjectNode json() {
    ObjectNode filter = new ObjectMapper().createObjectNode();
    parameters().forEach(filter::put);
    return filter;
  }

  private static void put(Map<String, String> asked, String name, String value) {
    if (value != null && !value.isBlank()) {
      asked.put(name, value);
    }
  }

  private String moment(String option, String value) {
    if (value == null) {
      return null;
    }
    Matcher span = SPAN.matcher(value);
    if (span.matches()) {
      return ago(Long.parseLong(span.group(1)), span.group(2)).toString();
    }
    try {
      return OffsetDateTime.parse(value).toInstant().toString();
    } catch (DateTimeParseException notOne) {
      throw new ParameterException(
          spec.commandLine(),
          option + " is a moment such as 2026-08-01T09:30:00Z, or 90s, 30m, 2h, 1d ago.");
    }
  }

  private Instant ago(long number, String unit) {
    Duration span =
        switch (unit) {
          case "s" -> Duration.ofSeconds(number);
          case "m" -> Duration.ofMinutes(number);
          case "h" -> Duration.ofHours(number);
          default -> Duration.ofDays(number);
        };
    return clock.instant().minus(span).truncatedTo(ChronoUnit.MILLIS);
  }
}
