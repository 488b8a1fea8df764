package org.sortingoffice.console.view;

import java.util.List;

/**
 * What a person sees before many jobs are sent again.
 *
 * @param trial what the trial run found
 * @param fixed the filter, with moments instead of "in the last hour"
 * @param key names this very request, so that it is not done twice
 * @param paces what there is to choose from
 * @param pace the one that is chosen at first
 */
public record Confirm(Trial trial, Object fixed, String key, List<Pace> paces, double pace) {

  /** What {@code start-redrive.sql} counted. */
  public record Trial(
      long count, long arrivedSince, String asOf, Long redriveId, List<Groups.Sample> samples) {}

  /** So many jobs a second, and how long that takes for all of them. */
  public record Pace(double rate, double seconds) {}
}
