package org.sortingoffice.provider;

/**
 * The provider's gate is closed, so the call was not made: it would only be refused. Nothing was
 * sent and nothing is spent; the job waits as long as the gate does.
 */
public final class GateClosed extends ProviderFailure {
  private static final long serialVersionUID = 1L;

  private final GateReason reason;

  /**
   * @param reason why the gate is closed
   * @param waitMillis how long it stays so, in milliseconds
   */
  public GateClosed(GateReason reason, long waitMillis) {
    super(
        "the provider's gate is closed (" + reason.inWords() + ")",
        null,
        new RetryHint(waitMillis, null),
        null);
    this.reason = reason;
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
