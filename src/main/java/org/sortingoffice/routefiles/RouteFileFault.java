package org.sortingoffice.routefiles;

/**
 * Something in a route file that must not be loaded; one sentence says where, what and what to do.
 */
public final class RouteFileFault extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * @param sentence for the person who edits the file
   */
  public RouteFileFault(String sentence) {
    super(sentence);
  }
}
