package org.sortingoffice.console.view;

import java.util.List;

/**
 * What was set aside, by what went wrong, as {@code dead-letter-groups.sql} tells it.
 *
 * @param groups the largest first
 * @param total how many jobs in all
 * @param totalCapped whether there are more than that
 * @param groupsTotal how many groups there are; the largest are shown
 * @param asOf the moment of which this is true
 */
public record Groups(
    List<Group> groups, long total, boolean totalCapped, long groupsTotal, String asOf) {
  /**
   * Failures of one kind.
   *
   * @param key its name in an address
   * @param error the error without what differs from job to job
   * @param state the state of all its jobs; null when they differ
   * @param series 24 counts over the time from the first to now
   * @param redriveId the redrive that is sending this group again; null when none is
   */
  public record Group(
      String key,
      String error,
      String errorClass,
      Integer status,
      String step,
      String state,
      long count,
      String firstSeen,
      String lastSeen,
      List<Long> series,
      List<Sample> samples,
      Long redriveId) {}

  /** One of the jobs, to look at. */
  public record Sample(long jobId, String ticketId, String subject, String lastError) {}
}
