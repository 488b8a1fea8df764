package org.sortingoffice.provider;

import org.sortingoffice.jobs.JobFailure;

/**
 * A provider call that did not give a usable answer. What every way of failing means is a table in
 * docs/delivery.md.
 *
 * <p>The message is one line for people, at most {@value #LONGEST_MESSAGE} characters. It is put
 * together from our own words, the status, and names that look like identifiers; it never quotes a
 * prompt, an answer, an address or a credential.
 */
public abstract sealed class ProviderFailure extends RuntimeException implements JobFailure
    permits BreakerOpen,
        BudgetSpent,
        GateClosed,
        InvalidAnswer,
        ProviderBlocked,
        ProviderRateLimited,
        ProviderUnavailable,
        RequestRejected {
  private static final long serialVersionUID = 1L;

  /** With the name of the class before it, an error stays within 200 characters. */
  static final int LONGEST_MESSAGE = 170;

  private final Integer status;
  private final long hintMillis;
  private final String rawHint;

  ProviderFailure(String message, Integer status, RetryHint hint, Throwable cause) {
    super(shortened(message), cause, false, false);
    this.status = status;
    this.hintMillis = hint.millis();
    this.rawHint = hint.raw();
  }

  private static String shortened(String message) {
    return message.length() <= LONGEST_MESSAGE
        ? message
        : message.substring(0, LONGEST_MESSAGE - 1) + "…";
  }

  @Override
  public Integer status() {
    return status;
  }

  /** The provider's hint, a floor under every wait (contract 20, 24). */
  @Override
  public long waitAtLeastMillis() {
    return hintMillis;
  }

  /**
   * How long the provider asked us to wait, word for word: at most 100 characters, also when it
   * made no sense or was capped; null when it said nothing.
   */
  @Override
  public String rawHint() {
    return rawHint;
  }

  /** Whether the circuit breaker counts it: only what says that the provider itself is ill does. */
  @Override
  public boolean countsForBreaker() {
    return false;
  }
}
