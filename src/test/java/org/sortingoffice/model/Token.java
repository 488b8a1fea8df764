package org.sortingoffice.model;

/**
 * What a worker knows of a job that it claimed. It may be wrong by now; then it must have no
 * effect.
 *
 * @param job the job
 * @param delivery the fencing token
 * @param attempt the attempts that were spent at the claim
 * @param suspect whether the job had lost its workers before
 * @param probe whether it went through the closed gate to see whether it may be opened
 * @param worker the name under which it was claimed
 */
record Token(long job, int delivery, int attempt, boolean suspect, boolean probe, String worker) {
  Prober asProber() {
    return probe ? new Prober(job, delivery) : null;
  }

  /** Whether the job is still held by this delivery. */
  boolean holds(Facts facts) {
    JobFacts row = facts.job(job);
    return row.state().equals("running") && row.delivery() == delivery;
  }
}
