package org.sortingoffice.outbox;

import org.apache.camel.Body;
import org.apache.camel.Variable;

/**
 * Checks the row count of a sender's fenced write: none means that somebody else holds the event.
 */
public final class EventFence {
  /**
   * Passes the row on.
   *
   * @throws EventPassedOn when there is none
   */
  public Object check(@Body Object row, @Variable("event") ClaimedEvent event) {
    if (row == null) {
      throw new EventPassedOn(event);
    }
    return row;
  }
}
