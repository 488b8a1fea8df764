package org.sortingoffice.model;

/** Why a delivery ends with the job back in the queue. */
enum Wait {
  RETRY("retry", "retried", true, 503),
  RATE_LIMITED("rate_limited", "waiting", false, 429),
  PROVIDER_BLOCKED("provider_blocked", "waiting", false, 401),
  BREAKER_OPEN("breaker_open", "waiting", false, null);

  private final String reason;
  private final String outcome;
  private final boolean spendsAttempt;
  private final Integer status;

  Wait(String reason, String outcome, boolean spendsAttempt, Integer status) {
    this.reason = reason;
    this.outcome = outcome;
    this.spendsAttempt = spendsAttempt;
    this.status = status;
  }

  String reason() {
    return reason;
  }

  String outcome() {
    return outcome;
  }

  boolean spendsAttempt() {
    return spendsAttempt;
  }

  Integer status() {
    return status;
  }

  String error() {
    return "Error" + name();
  }
}
