package org.sortingoffice.jobs;

import org.apache.camel.Body;
import org.apache.camel.Variable;

/**
 * Checks the row count of a fenced write: none means that the lease has passed on (contract 18).
 */
public final class Fence {
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
}
