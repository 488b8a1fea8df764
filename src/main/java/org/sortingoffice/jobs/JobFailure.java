package org.sortingoffice.jobs;

/**
 * A failure that knows what it means for the job. Failures that do not say so are retried like an
 * outage.
 */
public interface JobFailure {

  /** What becomes of the job. */
  enum Consequence {
    /** The attempt is spent; another one follows while any is left (contract 20). */
    RETRY,
    /**
     * The job waits and gets its attempt back, since the failure says nothing about the job
     * (contract 24, 26, 27).
     */
    WAIT,
    /** The job has failed: another attempt would end the same way (contract 23). */
    FAIL
  }

  /** What becomes of the job. */
  Consequence consequence();

  /** Why the job waits: a value of {@code jobs.wait_reason}. Only asked when it waits. */
  default String waitReason() {
    return "retry";
  }

  /**
   * How long the job waits at least, in milliseconds: a floor under the backoff. 0 when nobody
   * said.
   */
  default long waitAtLeastMillis() {
    return 0;
  }

  /** What the provider said about waiting, in its own words, or null. */
  default String rawHint() {
    return null;
  }

  /** Whether it says that the provider itself is ill, and nothing about the job. */
  default boolean countsForBreaker() {
    return false;
  }

  /** The HTTP status behind the failure, or null. */
  default Integer status() {
    return null;
  }
}
