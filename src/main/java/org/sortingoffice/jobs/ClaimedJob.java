package org.sortingoffice.jobs;

import java.util.Map;
import java.util.Set;

/**
 * A job as a worker holds it: one delivery, the text of its ticket, and the steps that are done
 * already.
 *
 * @param id the job
 * @param ticketNumber the number in the ticket's id, 500001 for T-500001
 * @param delivery the fencing token of this claim
 * @param attempt how many attempts are spent, this one included
 * @param waits how many deliveries in a row ended with "slow down"
 * @param probe whether it goes through the provider's closed gate to see whether it may be opened
 * @param suspect whether it lost its worker so often that it may be what kills it (contract 29)
 * @param worker the name under which the job is held
 * @param customerId whose ticket it is
 * @param subject the ticket's subject
 * @param body the ticket's text
 * @param stepsDone the steps whose results are saved (contract 14)
 * @param traceparent of the request that brought the ticket, or null when it had none
 */
public record ClaimedJob(
    long id,
    long ticketNumber,
    int delivery,
    int attempt,
    int waits,
    boolean probe,
    boolean suspect,
    String worker,
    String customerId,
    String subject,
    String body,
    Set<String> stepsDone,
    String traceparent) {

  /** A job whose ticket came without a trace. */
  public ClaimedJob(
      long id,
      long ticketNumber,
      int delivery,
      int attempt,
      int waits,
      boolean probe,
      boolean suspect,
      String worker,
      String customerId,
      String subject,
      String body,
      Set<String> stepsDone) {
    this(
        id,
        ticketNumber,
        delivery,
        attempt,
        waits,
        probe,
        suspect,
        worker,
        customerId,
        subject,
        body,
        stepsDone,
        null);
  }

  /** Reads a row of {@code claim-jobs.sql}. */
  public static ClaimedJob from(Map<String, Object> row) {
    String steps = (String) row.get("steps_done");
    return new ClaimedJob(
        number(row, "id").longValue(),
        number(row, "ticket_number").longValue(),
        number(row, "delivery").intValue(),
        number(row, "attempt").intValue(),
        number(row, "waits").intValue(),
        (Boolean) row.get("probe"),
        (Boolean) row.get("suspect"),
        (String) row.get("worker"),
        (String) row.get("customer_id"),
        (String) row.get("subject"),
        (String) row.get("body"),
        steps.isEmpty() ? Set.of() : Set.of(steps.split(",")),
        (String) row.get("traceparent"));
  }

  /** The ticket's id as people see it. */
  public String ticketId() {
    return "T-" + ticketNumber;
  }

  /** The fencing token of this claim. */
  public Lease lease() {
    return new Lease(id, delivery);
  }

  private static Number number(Map<String, Object> row, String column) {
    return (Number) row.get(column);
  }
}
