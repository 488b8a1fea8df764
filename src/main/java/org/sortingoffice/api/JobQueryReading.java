package org.sortingoffice.api;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.sortingoffice.http.Problems;

/**
 * Reads the query of {@code GET /v1/jobs} into the variable {@code query}. What it does not know it
 * refuses.
 */
public final class JobQueryReading implements Processor {
  private static final List<String> STATES =
      List.of("queued", "running", "succeeded", "failed", "dead_letter", "cancelled");
  private static final Set<String> KNOWN =
      Set.of("state", "actor", "error", "step", "before", "limit");
  private static final int MOST = 200;
  private static final int USUAL = 50;

  @Override
  public void process(Exchange exchange) {
    Map<String, String> given =
        read(exchange.getMessage().getHeader(Exchange.HTTP_RAW_QUERY, String.class));
    String state = given.get("state");
    if (state != null && !STATES.contains(state)) {
      throw Problems.UNKNOWN_PARAMETER
          .because("The state is one of " + String.join(", ", STATES) + ".")
          .toException();
    }
    exchange.setVariable(
        "query",
        new JobQuery(
            state,
            given.get("actor"),
            given.get("error"),
            given.get("step"),
            number(given, "before", Long.MAX_VALUE, Long.MAX_VALUE),
            (int) number(given, "limit", USUAL, MOST)));
  }

  private static Map<String, String> read(String query) {
    Map<String, String> given = new HashMap<>();
    if (query == null || query.isEmpty()) {
      return given;
    }
    for (String pair : query.split("&")) {
      String[] parts = pair.split("=", 2);
      String name = parts[0];
      if (!KNOWN.contains(name) || parts.length < 2 || given.put(name, decoded(parts[1])) != null) {
        throw Problems.UNKNOWN_PARAMETER
            .because(
                "The parameters are state, actor, error, step, before and limit, each once and with a value.")
            .toException();
      }
    }
    return given;
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
    throw Problems.UNKNOWN_PARAMETER
        .because("A parameter is not well percent-encoded text.")
        .toException();
  }

  private static long number(Map<String, String> given, String name, long usual, long most) {
    String text = given.get(name);
    if (text == null) {
      return usual;
    }
    if (text.matches("[0-9]{1,18}") && Long.parseLong(text) > 0 && Long.parseLong(text) <= most) {
      return Long.parseLong(text);
    }
    throw Problems.UNKNOWN_PARAMETER
        .because(
            "The parameter %s is a whole number from 1%s."
                .formatted(name, most == MOST ? " to " + MOST : ""))
        .toException();
  }
}
