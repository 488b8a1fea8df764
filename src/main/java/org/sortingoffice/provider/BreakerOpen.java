package org.sortingoffice.provider;

/**
 * The circuit breaker let no call through: the provider was ill a moment ago. Nothing was sent and
 * nothing is spent.
 */
public final class BreakerOpen extends ProviderFailure {
  private static final long serialVersionUID = 1L;

  /** The breaker only counts, so this is met only when somebody forced it open by hand. */
  public BreakerOpen() {
    super("the circuit breaker is open", null, RetryHint.NONE, null);
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
