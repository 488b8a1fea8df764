package org.sortingoffice.console.view;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** One job, as {@code job.sql} tells it. */
public record Job(
    long jobId,
    String ticketId,
    Ticket ticket,
    String actor,
    String state,
    int attempts,
    String lastError,
    String failedStep,
    String group,
    Waiting waiting,
    List<String> stepsDone,
    List<String> stepsMissing,
    List<Delivery> deliveries,
    List<Retry> retries,
    List<Note> notes,
    Letters.Discard discard,
    Long redriveId,
    String createdAt,
    String finishedAt) {

  /** What the customer wrote, and what the steps made of it; null where they have not yet. */
  public record Ticket(
      String customerId,
      String subject,
      String body,
      String team,
      Integer priority,
      String draftReply) {}

  /** Why a queued job is not worked on yet. */
  public record Waiting(String reason, String until, String since) {}

  /** One delivery to a worker; endedAt is null while it is under way. */
  public record Delivery(
      int delivery,
      int attempt,
      String worker,
      String startedAt,
      String endedAt,
      String outcome,
      String step,
      Integer status,
      String error,
      String waitReason,
      String hint,
      int repeats,
      String waitsUntil) {}

  /** Somebody sent it again. */
  public record Retry(
      String at, String operator, String reason, Long redriveId, Integer attempts) {}

  /** Somebody wrote something about it. */
  public record Note(long noteId, String at, String operator, String text) {}

  /**
   * One line of its history; exactly one of the last four is there.
   *
   * @param at when
   */
  public record Event(
      String at, Delivery delivery, Retry retry, Note note, Letters.Discard discard) {}

  /** Whether it can be sent again. */
  public boolean mayBeRetried() {
    return (state.equals("dead_letter") || state.equals("failed")) && redriveId == null;
  }

  /** Whether it can be put away for good. */
  public boolean mayBeDiscarded() {
    return (state.equals("dead_letter") || state.equals("failed")) && discard == null;
  }

  /** Whether it can be ended. */
  public boolean mayBeCancelled() {
    return state.equals("queued") || state.equals("running");
  }

  /** All that happened, in its order. Moments are written alike, so their texts sort. */
  public List<Event> history() {
    List<Event> events = new ArrayList<>();
    deliveries.forEach(each -> events.add(new Event(each.startedAt(), each, null, null, null)));
    retries.forEach(each -> events.add(new Event(each.at(), null, each, null, null)));
    notes.forEach(each -> events.add(new Event(each.at(), null, null, each, null)));
    if (discard != null) {
      events.add(new Event(discard.at(), null, null, null, discard));
    }
    events.sort(Comparator.comparing(Event::at));
    return events;
  }
}
