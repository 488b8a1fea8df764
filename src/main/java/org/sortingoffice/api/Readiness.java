package org.sortingoffice.api;

import java.util.List;
import java.util.Map;
import org.apache.camel.Body;

/**
 * The answer of {@code GET /health/ready} while the database answers: ready, with how it stands
 * with the provider, and with the fallback if there is one, as a detail. A provider that is away
 * never makes a process not ready.
 */
public final class Readiness {
  private static final Map<String, String> NAMES =
      Map.of("default", "provider", "fallback", "fallback");

  /**
   * @param rows the rows of {@code gate-state.sql}
   */
  public String json(@Body List<Map<String, Object>> rows) {
    StringBuilder json = new StringBuilder("{\"status\":\"UP\"");
    for (Map<String, Object> row : rows) {
      json.append(",\"%s\":%s".formatted(NAMES.get(row.get("provider")), gate(row)));
    }
    return json.append('}').toString();
  }

  // Neither is a text from outside: a word of a constraint, and a number.
  private static String gate(Map<String, Object> row) {
    Object reason = row.get("reason");
    return reason == null
        ? "{\"gate\":\"open\"}"
        : "{\"gate\":\"closed\",\"reason\":\"%s\",\"next_probe_in_millis\":%s}"
            .formatted(reason, row.get("wait_millis"));
  }
}
