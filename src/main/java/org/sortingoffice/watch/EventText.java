package org.sortingoffice.watch;

import java.util.List;

/**
 * Events as they are sent ({@code text/event-stream}, HTML Living Standard, section 9.2).
 *
 * @param text the lines
 * @param told what is told when they have arrived
 * @param over whether one of them is that the job is over
 */
record EventText(String text, EventMarks told, boolean over) {
  /** How a stream says that it is there while nothing happens. */
  static final String HEARTBEAT = ": nothing new\n\n";

  /**
   * @param before what was told already; null when nothing
   * @param events what comes now, in order; not none
   */
  static EventText of(EventMarks before, List<JobEvent> events) {
    StringBuilder text = new StringBuilder(256 * events.size());
    EventMarks told = before == null ? EventMarks.first() : before;
    for (JobEvent event : events) {
      told = told.after(event);
      text.append("id: ").append(told.id()).append('\n');
      text.append("event: ").append(event.name()).append('\n');
      text.append("data: ").append(event.data()).append("\n\n");
    }
    boolean over = events.stream().anyMatch(event -> event.kind() == JobEvent.Kind.OVER);
    return new EventText(text.toString(), told, over);
  }

  /** How long a client shall wait before it comes again, in milliseconds. */
  static String comeAgainAfter(long millis) {
    return "retry: " + millis + "\n\n";
  }
}
