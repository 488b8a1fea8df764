package org.sortingoffice.watch;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How much of a job's story somebody was told. It is the id of the event that was told last, so
 * that who comes back with it ({@code Last-Event-ID}) is told the rest, by whichever process: each
 * mark only grows, and what lies above it was not told.
 *
 * @param started the last delivery whose beginning was told
 * @param ended the last delivery whose end was told
 * @param saved the last result of a step
 * @param retried the last time that it was sent again
 * @param over when the job was over the last time, in microseconds since 1970
 */
public record EventMarks(long started, long ended, long saved, long retried, long over) {
  private static final Pattern ID =
      Pattern.compile("(\\d{1,18})-(\\d{1,18})-(\\d{1,18})-(\\d{1,18})-(\\d{1,18})");

  /** Only that the job was accepted. */
  static EventMarks first() {
    return new EventMarks(0, 0, 0, 0, 0);
  }

  /** The marks in an id; none when it is no id of ours. */
  static Optional<EventMarks> read(String id) {
    if (id == null) {
      return Optional.empty();
    }
    Matcher marks = ID.matcher(id.strip());
    return marks.matches()
        ? Optional.of(
            new EventMarks(
                Long.parseLong(marks.group(1)),
                Long.parseLong(marks.group(2)),
                Long.parseLong(marks.group(3)),
                Long.parseLong(marks.group(4)),
                Long.parseLong(marks.group(5))))
        : Optional.empty();
  }

  /** The marks when this was told, too. */
  EventMarks after(JobEvent event) {
    long place = event.place();
    return switch (event.kind()) {
      case ACCEPTED -> this;
      case DELIVERY_STARTED -> new EventMarks(place, ended, saved, retried, over);
      case STEP_DONE -> new EventMarks(started, ended, place, retried, over);
      case DELIVERY_ENDED -> new EventMarks(started, place, saved, retried, over);
      case RETRIED -> new EventMarks(started, ended, saved, place, over);
      case OVER -> new EventMarks(started, ended, saved, retried, place);
    };
  }

  /** As an event's id. */
  String id() {
    return "%d-%d-%d-%d-%d".formatted(started, ended, saved, retried, over);
  }
}
