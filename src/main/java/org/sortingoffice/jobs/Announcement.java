package org.sortingoffice.jobs;

import java.util.function.BooleanSupplier;
import org.apache.camel.Exchange;
import org.apache.camel.Predicate;

/** Says whether other processes have to be told of new jobs, or this one will take them anyway. */
public final class Announcement implements Predicate {
  private final BooleanSupplier hasRoom;

  /**
   * @param hasRoom whether a worker in this process has room for another job
   */
  public Announcement(BooleanSupplier hasRoom) {
    this.hasRoom = hasRoom;
  }

  /** Whether an announcement is worth a statement, whatever the exchange. */
  @Override
  public boolean matches(Exchange exchange) {
    return !hasRoom.getAsBoolean();
  }
}
