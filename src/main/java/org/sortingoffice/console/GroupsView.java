package org.sortingoffice.console;

import java.util.List;

/**
 * The start page.
 *
 * @param groups the largest first
 */
public record GroupsView(List<Group> groups) {
  public record Group(
      String error,
      String step,
      String state,
      long count,
      String firstSeen,
      String lastSeen,
      long latestJobId,
      String latestError) {}
}
