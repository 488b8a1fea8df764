package org.sortingoffice.provider;

/** The ticket's text is too long for the model. */
public final class ContextTooLong extends RequestRejected {
  private static final long serialVersionUID = 1L;

  /**
   * @param message what happened
   * @param status the HTTP status
   */
  public ContextTooLong(String message, Integer status) {
    super(message, status);
  }
}
