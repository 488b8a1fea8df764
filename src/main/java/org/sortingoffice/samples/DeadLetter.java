package org.sortingoffice.samples;

import java.math.BigDecimal;
import java.util.List;
import org.sortingoffice.intake.TicketRequest;

/**
 * A job that was set aside, with its whole history: what {@code load-dead-letters.sql} writes.
 * Every moment is told in milliseconds before now, and which moment now is the database says.
 *
 * @param request the ticket
 * @param team set on the ticket when classify is done, or null
 * @param priority set with it, or null
 * @param draftReply set on the ticket when draft_reply is done, or null
 * @param state dead_letter or failed
 * @param lastError why
 * @param failedStep the step that failed, or null
 * @param hasResults whether a delivery before the last one ended early with steps saved
 * @param attempt the attempts spent, all deliveries
 * @param createdAgo when the ticket was accepted
 * @param dueAgo when the job was last due
 * @param startedAgo when its last delivery was claimed
 * @param finishedAgo when it was set aside
 * @param deliveries the history
 * @param results what was done before
 */
record DeadLetter(
    TicketRequest request,
    String team,
    Integer priority,
    String draftReply,
    String state,
    String lastError,
    String failedStep,
    boolean hasResults,
    int attempt,
    long createdAgo,
    long dueAgo,
    long startedAgo,
    long finishedAgo,
    List<Delivery> deliveries,
    List<Result> results) {

  /**
   * One line of the history.
   *
   * @param delivery its number, which is also its attempt
   * @param worker who had it
   * @param startedAgo when it was claimed
   * @param endedAgo when it ended
   * @param outcome how
   * @param step the step that failed, or null
   * @param status the HTTP status behind it, or null
   * @param error why it ended so
   * @param waitReason why the job waited then, or null
   * @param waitsUntilAgo until when, or null
   */
  record Delivery(
      int delivery,
      String worker,
      long startedAgo,
      long endedAgo,
      String outcome,
      String step,
      Integer status,
      String error,
      String waitReason,
      Long waitsUntilAgo) {}

  /**
   * A saved result.
   *
   * @param task the step
   * @param output what it found, as JSON
   * @param model which model answered
   * @param promptTokens tokens sent
   * @param completionTokens tokens received
   * @param costUsd what that cost, in US dollars
   * @param delivery which delivery saved it
   * @param createdAgo when
   */
  record Result(
      String task,
      String output,
      String model,
      int promptTokens,
      int completionTokens,
      BigDecimal costUsd,
      int delivery,
      long createdAgo) {}
}
