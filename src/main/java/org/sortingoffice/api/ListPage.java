package org.sortingoffice.api;

/**
 * Which page of a list is wanted. A page begins after the last row of the page before, so that it
 * costs the same however far down it is.
 *
 * @param state only rows in this state; null for all
 * @param afterMicros the moment of the last row seen, in microseconds since 1970; null for the
 *     first page, and where a list goes by the id alone
 * @param afterId the id of the last row seen; the largest number for the first page
 * @param limit how many rows at most
 */
public record ListPage(String state, Long afterMicros, long afterId, int limit) {
  static final int MOST = 200;
  static final int USUAL = 50;

  /**
   * The page of a list that goes by moment and id.
   *
   * @param after as the page before told it, or null
   */
  static ListPage byMoment(String after, int limit) {
    if (after == null) {
      return new ListPage(null, null, Long.MAX_VALUE, limit);
    }
    if (!after.matches("[0-9]{1,16}-[0-9]{1,18}")) {
      throw QueryParameters.refused(
          "The parameter after is what a page tells as its next, unchanged.");
    }
    int dash = after.indexOf('-');
    return new ListPage(
        null,
        Long.valueOf(after.substring(0, dash)),
        Long.parseLong(after.substring(dash + 1)),
        limit);
  }
}
