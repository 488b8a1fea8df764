package org.sortingoffice.provider;

/** The provider's content filter stopped the ticket's text, or the answer to it. */
public final class ContentFiltered extends RequestRejected {
  private static final long serialVersionUID = 1L;

  /**
   * @param message what happened
   * @param status the HTTP status
   */
  public ContentFiltered(String message, Integer status) {
    super(message, status);
  }
}
