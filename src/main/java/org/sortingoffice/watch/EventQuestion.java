package org.sortingoffice.watch;

import java.util.List;
import java.util.function.Function;

/**
 * What several want to be told of, in the shape that {@code job-events.sql} takes: one array for
 * each column.
 *
 * @param jobIds of which job
 * @param begun whether anything was told
 * @param started the mark, as in {@link EventMarks}
 * @param ended the mark
 * @param saved the mark
 * @param retried the mark
 * @param over the mark
 * @param most how many events for each
 */
public record EventQuestion(
    Long[] jobIds,
    Boolean[] begun,
    Long[] started,
    Long[] ended,
    Long[] saved,
    Long[] retried,
    Long[] over,
    int most) {

  /**
   * One who asks.
   *
   * @param jobId of which job
   * @param told what was told already; null when nothing
   */
  record Asker(long jobId, EventMarks told) {}

  static EventQuestion of(List<Asker> askers, int most) {
    return new EventQuestion(
        askers.stream().map(Asker::jobId).toArray(Long[]::new),
        askers.stream().map(asker -> asker.told != null).toArray(Boolean[]::new),
        marks(askers, EventMarks::started),
        marks(askers, EventMarks::ended),
        marks(askers, EventMarks::saved),
        marks(askers, EventMarks::retried),
        marks(askers, EventMarks::over),
        most);
  }

  private static Long[] marks(List<Asker> askers, Function<EventMarks, Long> mark) {
    return askers.stream()
        .map(asker -> mark.apply(asker.told == null ? EventMarks.first() : asker.told))
        .toArray(Long[]::new);
  }
}
