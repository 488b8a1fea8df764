package org.sortingoffice.api;

import java.math.BigDecimal;
import java.util.List;

/**
 * What {@code POST /v1/redrives} asks for, beside its filter.
 *
 * @param asOf jobs set aside after this moment (UTC) are not touched; null, for a trial run: now
 * @param expectedCount how many jobs the person saw; null for a trial run
 * @param reason why; null for a trial run
 * @param rate how many jobs a second
 * @param dryRun whether to count only
 * @param requestJson filter, moment and pace as they are kept
 * @param idempotencyKey the name the client gave to the request, or null
 */
public record RedriveRequest(
    String asOf,
    Long expectedCount,
    String reason,
    BigDecimal rate,
    boolean dryRun,
    String requestJson,
    String idempotencyKey) {

  /** The states of a redrive. */
  static final List<String> STATES = List.of("running", "paused", "done", "cancelled");
}
