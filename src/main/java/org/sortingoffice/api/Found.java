package org.sortingoffice.api;

import java.util.Map;
import org.apache.camel.Body;
import org.sortingoffice.http.Problems;

/**
 * Answers 404 where a statement found nothing, and 409 where it found a state in which the wish
 * cannot be granted.
 */
public final class Found {

  /** Passes the job on, or answers 404. */
  public Object job(@Body Object found) {
    if (found == null) {
      throw Problems.JOB_NOT_FOUND.toException();
    }
    return found;
  }

  /** Passes the ticket on, or answers 404. */
  public Object ticket(@Body Object found) {
    if (found == null) {
      throw Problems.TICKET_NOT_FOUND.toException();
    }
    return found;
  }

  /**
   * Passes when the retry was done; otherwise 404 for an unknown job, 409 for one in another state.
   */
  public void retried(@Body Map<String, Object> row) {
    done(
        row,
        Problems.JOB_NOT_RETRYABLE,
        "Only a job that is dead_letter or failed can be retried.");
  }

  /**
   * Passes when the job was cancelled; otherwise 404 for an unknown job, 409 for one that is over.
   */
  public void cancelled(@Body Map<String, Object> row) {
    done(
        row,
        Problems.JOB_NOT_CANCELLABLE,
        "Only a job that is queued or running can be cancelled.");
  }

  /**
   * Passes when the job was discarded; otherwise 404 for an unknown job, 409 for one in another
   * state.
   */
  public void discarded(@Body Map<String, Object> row) {
    done(
        row,
        Problems.JOB_NOT_DISCARDABLE,
        "Only a job that is dead_letter or failed can be discarded, and once.");
  }

  /**
   * Passes when the webhook is sent again; otherwise 404 for an unknown one, 409 for one that was
   * not set aside.
   */
  public void webhookRetried(@Body Map<String, Object> row) {
    if (row == null) {
      throw Problems.WEBHOOK_NOT_FOUND.toException();
    }
    if (!(Boolean) row.get("done")) {
      throw Problems.WEBHOOK_NOT_RETRYABLE
          .because(
              "Webhook %s is %s. Only one that is dead_letter can be sent again."
                  .formatted(row.get("id"), row.get("state")))
          .withMember("state", row.get("state"))
          .toException();
    }
  }

  /** Passes the redrive on, or answers 404. */
  public Object redrive(@Body Object found) {
    if (found == null) {
      throw Problems.REDRIVE_NOT_FOUND.toException();
    }
    return found;
  }

  /** Passes when the redrive was paused, resumed or cancelled; otherwise 404 or 409. */
  public void redriveChanged(@Body Map<String, Object> row) {
    redrive(row);
    if (!(Boolean) row.get("done")) {
      throw Problems.REDRIVE_NOT_CHANGEABLE
          .because(
              "Redrive %s is %s. Only a running one can be paused, only a paused one resumed, and only one of these cancelled."
                  .formatted(row.get("id"), row.get("state")))
          .withMember("state", row.get("state"))
          .toException();
    }
  }

  private static void done(Map<String, Object> row, Problems refusal, String rule) {
    if (row == null) {
      throw Problems.JOB_NOT_FOUND.toException();
    }
    if (!(Boolean) row.get("done")) {
      throw refusal
          .because("Job %s is %s. %s".formatted(row.get("id"), row.get("state"), rule))
          .withMember("state", row.get("state"))
          .toException();
    }
  }
}
