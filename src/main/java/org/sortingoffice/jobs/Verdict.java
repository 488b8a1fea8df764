package org.sortingoffice.jobs;

import org.sortingoffice.jobs.JobFailure.Consequence;

/**
 * What becomes of a job whose delivery failed: the parameters of {@code park-job.sql} and {@code
 * bury-job.sql}.
 *
 * @param outcome how the delivery ended: retried, waiting, failed, dead_letter or lease_lost
 * @param spendsAttempt whether the attempt counts
 * @param waitReason why the job waits, or null when it does not
 * @param waitMillis how long it waits
 * @param step the step that failed, or null
 * @param status the HTTP status behind it, or null
 * @param error one line for people: the kind of failure and what happened
 */
public record Verdict(
    String outcome,
    boolean spendsAttempt,
    String waitReason,
    long waitMillis,
    String step,
    Integer status,
    String error) {

  /** True when the job goes back to the queue. */
  public boolean parks() {
    return outcome.equals("retried") || outcome.equals("waiting");
  }

  /** True when a person has to look at it. */
  public boolean buries() {
    return outcome.equals("failed") || outcome.equals("dead_letter");
  }

  /** The wait reason in words, for the log. */
  public String waitReasonInWords() {
    return waitReason == null ? "" : waitReason.replace('_', ' ');
  }

  static Verdict leaseLost(String error) {
    return new Verdict("lease_lost", false, null, 0, null, null, error);
  }

  static Verdict of(
      JobFailure failure,
      DurableRedelivery.Decision decision,
      long backoff,
      String step,
      String error) {
    Integer status = failure.status();
    if (failure.consequence() == Consequence.FAIL) {
      return new Verdict("failed", true, null, 0, step, status, error);
    }
    if (failure.consequence() == Consequence.WAIT) {
      long wait = Math.max(failure.waitAtLeastMillis(), backoff);
      return new Verdict("waiting", false, failure.waitReason(), wait, step, status, error);
    }
    if (decision.again()) {
      long wait = Math.max(failure.waitAtLeastMillis(), decision.waitMillis());
      return new Verdict("retried", true, "retry", wait, step, status, error);
    }
    return new Verdict("dead_letter", true, null, 0, step, status, error);
  }
}
