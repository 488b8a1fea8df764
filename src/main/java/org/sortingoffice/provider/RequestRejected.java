package org.sortingoffice.provider;

/**
 * The provider will never take this request: malformed, too long, filtered. The same request would
 * be rejected again.
 */
public sealed class RequestRejected extends ProviderFailure
    permits ContentFiltered, ContextTooLong {
  private static final long serialVersionUID = 1L;

  /**
   * @param message what happened
   * @param status the HTTP status
   */
  public RequestRejected(String message, Integer status) {
    super(message, status, RetryHint.NONE, null);
  }

  @Override
  public Consequence consequence() {
    return Consequence.FAIL;
  }
}
