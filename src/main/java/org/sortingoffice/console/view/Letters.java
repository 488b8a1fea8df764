package org.sortingoffice.console.view;

import java.util.List;

/**
 * A page of jobs that were set aside, as {@code dead-letters.sql} tells it.
 *
 * @param next where the next page begins; null on the last
 * @param total how many there are on all pages
 * @param totalCapped whether there are more than that
 * @param asOf the moment of which this is true
 */
public record Letters(
    List<Letter> jobs, String next, long total, boolean totalCapped, String asOf) {
  /** One of them. */
  public record Letter(
      long jobId,
      String ticketId,
      String subject,
      String state,
      int attempts,
      String actor,
      String lastError,
      String failedStep,
      String group,
      String createdAt,
      String finishedAt,
      Discard discard) {}

  /** Who decided that nothing more will be done, when and why. */
  public record Discard(String at, String operator, String reason) {}
}
