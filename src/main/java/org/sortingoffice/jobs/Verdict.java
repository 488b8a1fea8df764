package org.sortingoffice.jobs;

import org.sortingoffice.jobs.JobFailure.Consequence;

/**
 * What becomes of a job whose delivery failed: the parameters of {@code park-job.sql} and {@code
 * bury-job.sql}.
 *
 * @param outcome how the delivery ended: retried, waiting, failed, dead_letter, released or
 *     lease_lost
 * @param spendsAttempt whether the attempt counts
 * @param waitReason why the job waits, or null when it does not
 * @param waitMillis how long it waits
 * @param step the step that failed, or null
 * @param status the HTTP status behind it, or null
 * @param hint what the provider said about waiting, in its own words, or null
 * @param error one line for people: the kind of failure and what happened
 */
public record Verdict(
    String outcome,
    boolean spendsAttempt,
    String waitReason,
    long waitMillis,
    String step,
    Integer status,
    String hint,
    String error) {

  /** True when the job goes back to the queue. */
  public boolean parks() {
    return outcome.equals("retried") || outcome.equals("waiting");
  }

  /** True when a person has to look at it. */
  public boolean buries() {
    return outcome.equals("failed") || outcome.equals("dead_letter");
  }

  /** True when somebody else may hold the job by now: there is nothing to write. */
  public boolean lostItsLease() {
    return outcome.equals("lease_lost");
  }

  /** The kind of failure: the first word of {@link #error}, one of a few names of classes. */
  String errorName() {
    int end = error.indexOf(':');
    return end < 0 ? error : error.substring(0, end);
  }

  /** The wait reason in words, for the log. */
  public String waitReasonInWords() {
    return waitReason == null ? "" : waitReason.replace('_', ' ');
  }

  static Verdict leaseLost(LeaseLost lost) {
    String outcome = lost.reason() == LeaseLost.Reason.HANDED_BACK ? "released" : "lease_lost";
    return new Verdict(outcome, false, null, 0, null, null, null, lost.getMessage());
  }

  static Verdict of(
      JobFailure failure,
      boolean probe,
      DurableRedelivery.Decision decision,
      long backoff,
      String step,
      String error) {
    Integer status = failure.status();
    if (failure.consequence() == Consequence.FAIL) {
      return new Verdict("failed", true, null, 0, step, status, failure.rawHint(), error);
    }
    boolean waits = failure.consequence() == Consequence.WAIT;
    // A probe only asks whether the provider is well again: that it is not says nothing about the
    // job (contract 27).
    boolean failedProbe = probe && failure.countsForBreaker();
    if (waits || failedProbe) {
      long wait = Math.max(failure.waitAtLeastMillis(), backoff);
      String reason = failedProbe ? "breaker_open" : failure.waitReason();
      return new Verdict("waiting", false, reason, wait, step, status, failure.rawHint(), error);
    }
    if (decision.again()) {
      long wait = Math.max(failure.waitAtLeastMillis(), decision.waitMillis());
      return new Verdict("retried", true, "retry", wait, step, status, failure.rawHint(), error);
    }
    return new Verdict("dead_letter", true, null, 0, step, status, failure.rawHint(), error);
  }
}
