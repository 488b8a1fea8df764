package org.sortingoffice.watch;

import java.util.Locale;
import java.util.Map;

/**
 * Something that happened to a job.
 *
 * @param kind what
 * @param place the mark that it sets ({@link EventMarks})
 * @param data more about it, as JSON on one line
 */
record JobEvent(Kind kind, long place, String data) {
  /** What can happen, in the order of {@code job-events.sql}. */
  enum Kind {
    ACCEPTED,
    DELIVERY_STARTED,
    STEP_DONE,
    DELIVERY_ENDED,
    RETRIED,
    OVER
  }

  /** A row of {@code job-events.sql}. */
  static JobEvent of(Map<?, ?> row) {
    return new JobEvent(
        Kind.values()[((Number) row.get("kind")).intValue()],
        ((Number) row.get("place")).longValue(),
        row.get("data").toString());
  }

  /** The event's name in a stream. */
  String name() {
    return kind.name().toLowerCase(Locale.ROOT);
  }
}
