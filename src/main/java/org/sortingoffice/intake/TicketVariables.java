package org.sortingoffice.intake;

import org.apache.camel.Exchange;

/**
 * The variables by which a read ticket goes to the idempotent consumer and the statement behind it,
 * whichever way it came: {@code request} (a {@link TicketRequest}), {@code idempotencyKey} (a text,
 * or absent) and {@code actorAndKey}, which names both in one.
 */
public final class TicketVariables {
  private TicketVariables() {}

  /**
   * Leaves them on the exchange.
   *
   * @param key the idempotency key, or null
   */
  public static void leave(Exchange exchange, TicketRequest request, String key) {
    exchange.setVariable("request", request);
    exchange.setVariable("idempotencyKey", key);
    exchange.setVariable("actorAndKey", request.actor() + " " + key);
  }
}
