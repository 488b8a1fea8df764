package org.sortingoffice.watch;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Fetches what happened for all streams that a look found behind, by one statement. Used by the one
 * thread that looks.
 */
public final class EventFeed implements Runnable {
  /** For each stream at a time: what a slow reader can make us keep. */
  private static final int MOST = 100;

  private final Function<EventQuestion, List<?>> events;
  private final List<EventStream> behind = new ArrayList<>();

  /**
   * @param events finds the rows of {@code job-events.sql}
   */
  public EventFeed(Function<EventQuestion, List<?>> events) {
    this.events = events;
  }

  void add(EventStream stream) {
    behind.add(stream);
  }

  /** Tells all that are behind; when that fails, they are behind at the next look again. */
  @Override
  public void run() {
    if (behind.isEmpty()) {
      return;
    }
    List<EventStream> streams = List.copyOf(behind);
    behind.clear();
    List<?> rows;
    try {
      rows =
          events.apply(
              EventQuestion.of(streams.stream().map(EventStream::question).toList(), MOST));
    } catch (RuntimeException failure) {
      streams.forEach(EventStream::cannotBeSeen);
      return;
    }
    Map<Integer, List<JobEvent>> found = new HashMap<>();
    for (Object each : rows) {
      Map<?, ?> row = (Map<?, ?>) each;
      int number = ((Number) row.get("number")).intValue();
      found.computeIfAbsent(number, none -> new ArrayList<>()).add(JobEvent.of(row));
    }
    for (int i = 0; i < streams.size(); i++) {
      List<JobEvent> own = found.getOrDefault(i + 1, List.of());
      streams.get(i).tell(own, own.size() == MOST);
    }
  }
}
