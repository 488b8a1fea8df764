package org.sortingoffice.provider;

/**
 * The provider asks to slow down (429). Being told so is not a failure of the job: its attempt is
 * given back.
 */
public final class ProviderRateLimited extends ProviderFailure {
  private static final long serialVersionUID = 1L;

  /**
   * @param message what happened
   * @param status the HTTP status: 429, or 200 with that error inside
   * @param hint how long the provider asks to wait
   */
  public ProviderRateLimited(String message, Integer status, RetryHint hint) {
    super(message, status, hint, null);
  }

  @Override
  public Consequence consequence() {
    return Consequence.WAIT;
  }

  @Override
  public String waitReason() {
    return "rate_limited";
  }
}
