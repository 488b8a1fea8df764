package org.sortingoffice.console.view;

import java.util.List;
import java.util.Map;

/** How it stands at a glance, as {@code overview.sql} tells it. */
public record Overview(
    Queued queued,
    long running,
    Capped setAside,
    Capped setAsideLastHour,
    Oldest oldestWaiting,
    List<Minute> succeeded,
    double succeededPerMinute,
    double acceptedPerMinute,
    double drainPerMinute,
    Double clearInSeconds,
    Gate gate,
    List<UnderWay> redrives,
    String asOf) {

  /**
   * Jobs that are not done.
   *
   * @param due could be worked on now
   * @param waiting how many wait, by the reason
   */
  public record Queued(long total, boolean totalCapped, long due, Map<String, Long> waiting) {}

  /** A number that is not counted on when it is large. */
  public record Capped(long total, boolean totalCapped) {}

  /** The job that was accepted first of those that are not done. */
  public record Oldest(long jobId, String since, double seconds) {}

  /** How many jobs succeeded in this minute. */
  public record Minute(String minute, long count) {}

  /** Whether the provider may be called, and what happened if not. */
  public record Gate(
      boolean open,
      String reason,
      String until,
      String closedAt,
      int times,
      String hint,
      String whatHappened,
      boolean probing,
      Gate fallback) {}

  /** A redrive that is not over. */
  public record UnderWay(long redriveId, String state, long total, long remaining) {}

  /** The minutes that are over: the present one is not, and would look like a fall. */
  public List<Minute> wholeMinutes() {
    return succeeded.subList(0, Math.max(0, succeeded.size() - 1));
  }
}
