package org.sortingoffice.jobs;

/**
 * A fenced write changed nothing: somebody else holds the job now, or a person ended it. The worker
 * has to let it be.
 */
public final class LeaseLost extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * @param lease the lease that has passed on
   */
  public LeaseLost(Lease lease) {
    super("job %d is no longer held as delivery %d".formatted(lease.jobId(), lease.delivery()));
  }
}
