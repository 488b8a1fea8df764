package org.sortingoffice.intake;

/**
 * What became of an accepted request.
 *
 * @param jobId the job
 * @param ticketNumber the ticket's number, see {@link TicketId}
 * @param state the job's present state; {@code queued} for a new one
 * @param replayed true when an earlier request with the same key made the ticket
 * @param position the place in the queue, 1 being next; null when unknown or not queued any more
 */
public record Acceptance(
    long jobId, long ticketNumber, String state, boolean replayed, Integer position) {

  /** The ticket's id as people see it. */
  public TicketId ticketId() {
    return new TicketId(ticketNumber);
  }

  /** The path of the job, for the Location header and the links. */
  public String jobPath() {
    return "/v1/jobs/" + jobId;
  }

  /** The path of the ticket. */
  public String ticketPath() {
    return "/v1/tickets/" + ticketId();
  }
}
