package org.sortingoffice.provider;

/**
 * The provider would only refuse the call: what may be sent to it in a minute is used up (settings
 * {@code provider.requests.per.minute} and {@code provider.tokens.per.minute}). Nothing was sent
 * and nothing is spent.
 */
public final class BudgetSpent extends ProviderFailure {
  private static final long serialVersionUID = 1L;

  /**
   * @param what what is used up: requests or tokens
   * @param waitMillis how long until enough of it is there, in milliseconds
   */
  public BudgetSpent(String what, long waitMillis) {
    super(
        "the minute's budget of " + what + " is used up",
        null,
        new RetryHint(waitMillis, null),
        null);
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
