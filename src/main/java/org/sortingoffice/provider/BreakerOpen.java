package org.sortingoffice.provider;

/**
 * The circuit breaker let no call through: the provider was ill a moment ago. Nothing was sent and
 * nothing is spent.
 */
public final class BreakerOpen extends ProviderFailure {
  private static final long serialVersionUID = 1L;

  /**
   * @param waitMillis how long the breaker stays open, in milliseconds
   */
  public BreakerOpen(long waitMillis) {
    super("the circuit breaker is open", null, new RetryHint(waitMillis, null), null);
  }

  @Override
  public Consequence consequence() {
    return Consequence.WAIT;
  }

  @Override
  public String waitReason() {
    return "breaker_open";
  }
}
