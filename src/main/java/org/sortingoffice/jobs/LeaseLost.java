package org.sortingoffice.jobs;

/** The lease of a job is not held any more. The worker has to let the job be. */
public final class LeaseLost extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Why it is not held any more. */
  public enum Reason {
    /** A fenced write changed nothing: somebody else holds the job now, or a person ended it. */
    PASSED_ON("is no longer held as delivery %d"),
    /**
     * The database was not reached in time, so it was given up before somebody else may have it.
     */
    NOT_RENEWED("could not be renewed in time as delivery %d"),
    /** The worker stops and gives the job back. */
    HANDED_BACK("is given back as delivery %d");

    private final String told;

    Reason(String told) {
      this.told = told;
    }
  }

  private final Reason reason;

  /**
   * @param lease the lease that is lost
   * @param reason why
   */
  public LeaseLost(Lease lease, Reason reason) {
    super(("job %d " + reason.told).formatted(lease.jobId(), lease.delivery()));
    this.reason = reason;
  }

  /** Why it is lost. */
  public Reason reason() {
    return reason;
  }
}
