package org.sortingoffice.provider;

/**
 * The provider asks to slow down (429). Being told so is not a failure of the job: its attempt is
 * given back.
 */
public final class ProviderRateLimited extends ProviderFailure {
  private static final long serialVersionUID = 1L;

  private final long hintMillis;

  /**
   * @param message what happened
   * @param hintMillis how long the provider asks to wait, in milliseconds, 0 when it does not say
   */
  public ProviderRateLimited(String message, long hintMillis) {
    super(message, 429, null);
    this.hintMillis = hintMillis;
  }

  @Override
  public Consequence consequence() {
    return Consequence.WAIT;
  }

  @Override
  public String waitReason() {
    return "rate_limited";
  }

  @Override
  public long waitAtLeastMillis() {
    return hintMillis;
  }
}
