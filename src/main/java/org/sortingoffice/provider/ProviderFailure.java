package org.sortingoffice.provider;

import org.sortingoffice.jobs.JobFailure;

/**
 * A provider call that did not give a usable answer. The message is one line for people; it never
 * quotes a prompt, an answer or a credential.
 */
public abstract sealed class ProviderFailure extends RuntimeException implements JobFailure
    permits BreakerOpen,
        GateClosed,
        InvalidAnswer,
        ProviderBlocked,
        ProviderRateLimited,
        ProviderUnavailable,
        RequestRejected {
  private static final long serialVersionUID = 1L;

  private final Integer status;

  ProviderFailure(String message, Integer status, Throwable cause) {
    super(message, cause, false, false);
    this.status = status;
  }

  @Override
  public Integer status() {
    return status;
  }

  /** Whether the circuit breaker counts it: only what says that the provider itself is ill does. */
  @Override
  public boolean countsForBreaker() {
    return false;
  }
}
