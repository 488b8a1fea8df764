package org.sortingoffice.outbox;

import java.util.Map;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;

/**
 * Sets the variable {@code event}, a {@link ClaimedEvent}, which the statements of a sender ask.
 */
public final class EventVariables implements Processor {
  /** The body is a row of {@code claim-events.sql}. */
  @Override
  @SuppressWarnings("unchecked")
  public void process(Exchange exchange) {
    exchange.setVariable("event", ClaimedEvent.from(exchange.getMessage().getBody(Map.class)));
  }
}
