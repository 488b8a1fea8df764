package org.sortingoffice.provider;

/**
 * The provider did not answer, or answered that it cannot work now: 5xx, 408, a timeout, a broken
 * connection.
 */
public final class ProviderUnavailable extends ProviderFailure {
  private static final long serialVersionUID = 1L;

  /**
   * @param message what happened
   * @param status the HTTP status, or null when there was no answer
   * @param cause the error below, or null
   */
  public ProviderUnavailable(String message, Integer status, Throwable cause) {
    super(message, status, cause);
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
