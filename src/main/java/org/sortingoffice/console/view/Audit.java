package org.sortingoffice.console.view;

import java.util.List;

/**
 * What people did and what they were refused, the latest first, as {@code audit.sql} tells it.
 *
 * @param next where the next page begins; null on the last
 */
public record Audit(List<Line> lines, String next) {
  /** Who did what, to what, and why. */
  public record Line(
      String at,
      String operator,
      String action,
      Long jobId,
      String subject,
      String reason,
      Long redriveId) {

    /** The redrive that it was done to; null when it was none. */
    public String subjectRedrive() {
      return subject != null && subject.matches("redrive [0-9]{1,18}")
          ? subject.substring("redrive ".length())
          : null;
    }

    /** Whether somebody was refused something. */
    public boolean isRefusal() {
      return action.contains("denied");
    }
  }
}
