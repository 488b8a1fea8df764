package org.sortingoffice.api;

import java.util.Map;
import org.apache.camel.Body;

/**
 * The answer of {@code GET /health/ready} while the database answers: ready, with how it stands
 * with the provider as a detail. A provider that is away never makes a process not ready.
 */
public final class Readiness {
  /**
   * @param row the row of {@code gate-state.sql}
   */
  public String json(@Body Map<String, Object> row) {
    Object reason = row.get("reason");
    // Neither is a text from outside: a word of a constraint, and a number.
    return reason == null
        ? "{\"status\":\"UP\",\"provider\":{\"gate\":\"open\"}}"
        : "{\"status\":\"UP\",\"provider\":{\"gate\":\"closed\",\"reason\":\"%s\",\"next_probe_in_millis\":%s}}"
            .formatted(reason, row.get("wait_millis"));
  }
}
