package org.sortingoffice.api;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.camel.Exchange;
import org.sortingoffice.http.ProblemException;
import org.sortingoffice.http.Problems;

/** The parameters of a query, each known and there once. What is not known is refused. */
final class QueryParameters {
  private final List<String> known;
  private final Map<String, String> given = new HashMap<>();

  private QueryParameters(List<String> known) {
    this.known = known;
  }

  /**
   * Reads those of the request on the exchange.
   *
   * @param known the names that the address knows; none means that it takes no parameters
   * @throws ProblemException 400 {@code unknown_parameter}
   */
  static QueryParameters of(Exchange exchange, String... known) {
    QueryParameters parameters = new QueryParameters(List.of(known));
    String query = exchange.getMessage().getHeader(Exchange.HTTP_RAW_QUERY, String.class);
    if (query != null && !query.isEmpty()) {
      for (String pair : query.split("&")) {
        parameters.add(pair.split("=", 2));
      }
    }
    return parameters;
  }

  private void add(String[] pair) {
    if (!known.contains(pair[0])
        || pair.length < 2
        || given.put(pair[0], decoded(pair[1])) != null) {
      throw refused(
          known.isEmpty()
              ? "This address takes no query parameters."
              : "The parameters are %s, each once and with a value."
                  .formatted(String.join(", ", known)));
    }
  }

  private static String decoded(String value) {
    try {
      String text = URLDecoder.decode(value, StandardCharsets.UTF_8);
      if (text.indexOf(0) < 0) {
        return text;
      }
    } catch (IllegalArgumentException malformed) {
      // Told below.
    }
    throw refused("A parameter is not well percent-encoded text.");
  }

  /** The text, or null when it is not there or empty, as a form sends what was left open. */
  String text(String name) {
    String text = given.get(name);
    return text == null || text.isEmpty() ? null : text;
  }

  /** One of these words, or null. */
  String oneOf(String name, List<String> words) {
    String text = text(name);
    if (text != null && !words.contains(text)) {
      throw refused("The %s is one of %s.".formatted(name, String.join(", ", words)));
    }
    return text;
  }

  /** A moment (RFC 3339) as UTC text, or null. */
  String moment(String name) {
    String text = text(name);
    if (text == null) {
      return null;
    }
    try {
      return instant(text).toString();
    } catch (DateTimeParseException notOne) {
      throw refused("The parameter %s is a moment such as 2026-08-01T09:30:00Z.".formatted(name));
    }
  }

  /**
   * The moment that this text (RFC 3339) tells, with years that a database keeps.
   *
   * @throws DateTimeParseException when it tells none
   */
  static Instant instant(String text) {
    OffsetDateTime moment = OffsetDateTime.parse(text);
    if (moment.getYear() < 1 || moment.getYear() > 9999) {
      throw new DateTimeParseException("beyond the years that are kept", text, 0);
    }
    return moment.toInstant();
  }

  /** A whole number from 1 on. */
  long number(String name, long usual, long most) {
    String text = text(name);
    if (text == null) {
      return usual;
    }
    if (text.matches("[0-9]{1,18}") && Long.parseLong(text) > 0 && Long.parseLong(text) <= most) {
      return Long.parseLong(text);
    }
    throw refused(
        "The parameter %s is a whole number from 1%s."
            .formatted(name, most < Long.MAX_VALUE ? " to " + most : ""));
  }

  static ProblemException refused(String why) {
    return Problems.UNKNOWN_PARAMETER.because(why).toException();
  }
}
