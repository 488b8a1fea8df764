package org.sortingoffice.console.view;

import java.util.Map;

/** Many jobs sent again at a pace, as {@code redrive.sql} tells it. */
public record Redrive(
    long redriveId,
    String state,
    String operator,
    String reason,
    Map<String, String> filter,
    String asOf,
    String group,
    double ratePerSecond,
    Counts counts,
    Outcome outcome,
    Double secondsLeft,
    String heldBy,
    String startedAt,
    String endedAt) {

  /** How far it is. */
  public record Counts(long total, long retried, long skipped, long failed, long remaining) {
    /** How many had their turn. */
    public long settled() {
      return total - remaining;
    }
  }

  /** What became of those that were sent. */
  public record Outcome(long succeeded, long underWay, long setAsideAgain, long cancelled) {}

  /** Whether it goes on or may go on. */
  public boolean isOpen() {
    return state.equals("running") || state.equals("paused");
  }
}
