package org.sortingoffice.intake;

import java.util.concurrent.atomic.AtomicInteger;
import org.apache.camel.Body;
import org.apache.camel.Handler;

/**
 * About where in the queue a new ticket stands. Counting the queue for every ticket would cost more
 * than accepting it, so the queue is counted every second and the tickets accepted since are added:
 * a good guess, and called one in the API's documentation.
 */
public final class QueuePosition {
  private final AtomicInteger last = new AtomicInteger();

  /** Takes over a fresh count of the jobs that are due. */
  @Handler
  public void refresh(@Body int queued) {
    last.set(queued);
  }

  /** The place of a ticket that was just accepted; 1 is next. */
  public int next() {
    return last.incrementAndGet();
  }
}
