package org.sortingoffice.jobs;

import org.apache.camel.Body;
import org.apache.camel.Variable;

/**
 * Checks the row count of a fenced write: none means that the lease has passed on (contract 18).
 */
public final class Fence {
  private final JobMeters meters;

  /**
   * @param meters count the deliveries that ended
   */
  public Fence(JobMeters meters) {
    this.meters = meters;
  }

  /**
   * Passes the row on.
   *
   * @throws LeaseLost when there is none
   */
  public Object check(@Body Object row, @Variable("job") ClaimedJob job) {
    if (row == null) {
      throw new LeaseLost(job.lease(), LeaseLost.Reason.PASSED_ON);
    }
    return row;
  }

  /**
   * As {@link #check}, for the write that ends a job well.
   *
   * @throws LeaseLost when there is no row
   */
  public Object finished(@Body Object row, @Variable("job") ClaimedJob job) {
    check(row, job);
    meters.succeeded();
    return row;
  }

  /**
   * As {@link #check}, for the write that parks or buries a job.
   *
   * @throws LeaseLost when there is no row
   */
  public Object ended(
      @Body Object row, @Variable("job") ClaimedJob job, @Variable("verdict") Verdict verdict) {
    check(row, job);
    meters.ended(verdict);
    return row;
  }
}
