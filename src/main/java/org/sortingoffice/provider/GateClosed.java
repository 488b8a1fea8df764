package org.sortingoffice.provider;

/**
 * The provider's gate is closed, so the call was not made: it would only be refused. Nothing was
 * sent and nothing is spent; the job waits as long as the gate does.
 */
public final class GateClosed extends ProviderFailure {
  private static final long serialVersionUID = 1L;

  private final Provider provider;
  private final GateReason reason;

  /**
   * @param provider whose gate is closed
   * @param reason why the gate is closed
   * @param waitMillis how long it stays so, in milliseconds
   */
  public GateClosed(Provider provider, GateReason reason, long waitMillis) {
    super(
        provider.inWords() + "'s gate is closed (" + reason.inWords() + ")",
        null,
        new RetryHint(waitMillis, null),
        null);
    this.provider = provider;
    this.reason = reason;
  }

  /** The same with a longer wait, if it is shorter than this one. */
  GateClosed forAtLeast(long millis) {
    return new GateClosed(provider, reason, Math.max(millis, waitAtLeastMillis()));
  }

  @Override
  public Consequence consequence() {
    return Consequence.WAIT;
  }

  @Override
  public String waitReason() {
    return reason.stored();
  }
}
