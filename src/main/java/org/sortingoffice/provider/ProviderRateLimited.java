package org.sortingoffice.provider;

/**
 * The provider asks to slow down: 429, in the status or in an error inside a good answer. Being
 * told so is not a failure of the job: its attempt is given back.
 */
public final class ProviderRateLimited extends ProviderFailure {
  private static final long serialVersionUID = 1L;

  /**
   * @param message what happened
   * @param hint how long the provider asks to wait
   */
  public ProviderRateLimited(String message, RetryHint hint) {
    super(message, 429, hint, null);
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
