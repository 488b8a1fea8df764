package org.sortingoffice.provider;

/**
 * The provider did not answer, or answered that it cannot work now: 5xx, 408, a timeout, a broken
 * connection, a proxy's page in its place, nothing at all.
 */
public final class ProviderUnavailable extends ProviderFailure {
  private static final long serialVersionUID = 1L;

  /**
   * @param message what happened
   * @param status the HTTP status
   * @param hint how long the provider asks to wait
   */
  public ProviderUnavailable(String message, Integer status, RetryHint hint) {
    super(message, status, hint, null);
  }

  /**
   * Without an answer.
   *
   * @param message what happened
   * @param cause the error below
   */
  public ProviderUnavailable(String message, Throwable cause) {
    super(message, null, RetryHint.NONE, cause);
  }

  @Override
  public Consequence consequence() {
    return Consequence.RETRY;
  }

  @Override
  public boolean countsForBreaker() {
    return true;
  }
}
