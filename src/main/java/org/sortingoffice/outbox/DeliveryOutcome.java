package org.sortingoffice.outbox;

/**
 * What became of an attempt to deliver an event: the parameters of {@code finish-events.sql},
 * {@code park-events.sql} and {@code bury-events.sql}, read from the variable {@code outcome}.
 *
 * @param move which of the three it is
 * @param status the HTTP status of the answer, or null where there was none
 * @param error one line for people, or null when it was delivered
 * @param waitMillis how long it waits before the next attempt
 */
public record DeliveryOutcome(Move move, Integer status, String error, long waitMillis) {

  /** What becomes of the event. */
  public enum Move {
    /** The receiver took it. */
    FINISH,
    /** It waits for another attempt. */
    PARK,
    /** It is set aside for a person. */
    BURY
  }

  /** The receiver took it. */
  public static DeliveryOutcome delivered(Integer status) {
    return new DeliveryOutcome(Move.FINISH, status, null, 0);
  }

  /** It waits for another attempt. */
  public static DeliveryOutcome again(Integer status, String error, long waitMillis) {
    return new DeliveryOutcome(Move.PARK, status, error, waitMillis);
  }

  /** It is set aside for a person. */
  public static DeliveryOutcome setAside(Integer status, String error) {
    return new DeliveryOutcome(Move.BURY, status, error, 0);
  }
}
