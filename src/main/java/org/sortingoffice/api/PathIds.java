package org.sortingoffice.api;

import org.apache.camel.Header;
import org.sortingoffice.http.Problems;
import org.sortingoffice.intake.TicketId;

/**
 * Reads the id in a path. A text that cannot be an id names nothing, so it is answered like an
 * unknown one.
 */
public final class PathIds {
  private static final int LONGEST = 18;

  /**
   * The job id in the path.
   *
   * @throws org.sortingoffice.http.ProblemException 404 when it is not a whole number
   */
  public long job(@Header("id") String id) {
    return number(id, Problems.JOB_NOT_FOUND);
  }

  /**
   * The job id in the path, for a statement that takes any number of them.
   *
   * @throws org.sortingoffice.http.ProblemException 404 when it is not a whole number
   */
  public Long[] alone(@Header("id") String id) {
    return new Long[] {job(id)};
  }

  /**
   * The redrive's id in the path.
   *
   * @throws org.sortingoffice.http.ProblemException 404 when it is not a whole number
   */
  public long redrive(@Header("id") String id) {
    return number(id, Problems.REDRIVE_NOT_FOUND);
  }

  /**
   * The webhook's number in the path.
   *
   * @throws org.sortingoffice.http.ProblemException 404 when it is not a whole number
   */
  public long webhook(@Header("id") String id) {
    return number(id, Problems.WEBHOOK_NOT_FOUND);
  }

  private static long number(String id, Problems unknown) {
    if (id == null
        || id.isEmpty()
        || id.length() > LONGEST
        || !id.chars().allMatch(c -> c >= '0' && c <= '9')) {
      throw unknown.toException();
    }
    return Long.parseLong(id);
  }

  /**
   * The number of the ticket in the path.
   *
   * @throws org.sortingoffice.http.ProblemException 404 when no ticket can be called so
   */
  public long ticket(@Header("id") String id) {
    return TicketId.parse(id).orElseThrow(Problems.TICKET_NOT_FOUND::toException).number();
  }
}
