package org.sortingoffice.jobs;

import java.util.function.BooleanSupplier;

/** Says whether other processes have to be told of new jobs, or this one will take them anyway. */
public final class Announcement {
  private final BooleanSupplier hasRoom;

  /**
   * @param hasRoom whether a worker in this process has room for another job
   */
  public Announcement(BooleanSupplier hasRoom) {
    this.hasRoom = hasRoom;
  }

  /** Whether an announcement is worth a statement. */
  public boolean isNeeded() {
    return !hasRoom.getAsBoolean();
  }
}
