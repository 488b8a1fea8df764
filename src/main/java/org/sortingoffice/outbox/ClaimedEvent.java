package org.sortingoffice.outbox;

import java.sql.Timestamp;
import java.time.Instant;
import java.util.Map;

/**
 * An event as a sender holds it: what happened, and the fencing token of this claim.
 *
 * @param id the row of the outbox
 * @param delivery the fencing token of this claim
 * @param attempt how many attempts are spent, this one included
 * @param givenUp whether all attempts were spent by senders that were lost: it is set aside already
 * @param eventId what the receiver knows the event by, the same at every attempt
 * @param kind what happened, such as {@code job.succeeded}
 * @param jobId the job it happened to
 * @param ticketNumber the number in the ticket's id, 500001 for T-500001
 * @param jobError why the job ended so, or null when it succeeded or was cancelled
 * @param occurredAt when, by the database's clock
 * @param claimedAt when this claim was made, by the database's clock
 * @param customerId whose ticket it is; null when the ticket is kept no more, as all that follows
 * @param team where the ticket goes, or null
 * @param priority from 1 to 4, or null
 * @param draftReply the drafted reply, or null
 */
public record ClaimedEvent(
    long id,
    int delivery,
    int attempt,
    boolean givenUp,
    String eventId,
    String kind,
    long jobId,
    long ticketNumber,
    String jobError,
    Instant occurredAt,
    Instant claimedAt,
    String customerId,
    String team,
    Integer priority,
    String draftReply) {

  /** Reads a row of {@code claim-events.sql}. */
  public static ClaimedEvent from(Map<String, Object> row) {
    Number priority = number(row, "priority");
    return new ClaimedEvent(
        number(row, "id").longValue(),
        number(row, "delivery").intValue(),
        number(row, "attempt").intValue(),
        (Boolean) row.get("given_up"),
        row.get("event_id").toString(),
        (String) row.get("kind"),
        number(row, "job_id").longValue(),
        number(row, "ticket_number").longValue(),
        (String) row.get("job_error"),
        ((Timestamp) row.get("occurred_at")).toInstant(),
        ((Timestamp) row.get("claimed_at")).toInstant(),
        (String) row.get("customer_id"),
        (String) row.get("team"),
        priority == null ? null : priority.intValue(),
        (String) row.get("draft_reply"));
  }

  /** The ticket's id as people see it. */
  public String ticketId() {
    return "T-" + ticketNumber;
  }

  /** How the job ended: the kind without its prefix, such as {@code dead_letter}. */
  public String end() {
    return kind.substring(kind.indexOf('.') + 1);
  }

  private static Number number(Map<String, Object> row, String column) {
    return (Number) row.get(column);
  }
}
