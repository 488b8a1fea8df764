package org.sortingoffice.outbox;

/** The lease of an event ended before its sender was done; another sender tells it again. */
public final class EventPassedOn extends RuntimeException {
  private static final long serialVersionUID = 1L;

  EventPassedOn(ClaimedEvent event) {
    super("event %s is no longer held as delivery %d".formatted(event.eventId(), event.delivery()));
  }
}
