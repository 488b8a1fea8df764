package org.sortingoffice.intake;

import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.apache.camel.Processor;
import org.sortingoffice.tracing.Traceparent;

/**
 * Reads the HTTP request on the exchange, once, into {@linkplain TicketVariables variables}. From
 * here on nothing looks at headers or bytes again.
 */
public final class TicketRequestReading implements Processor {
  private final TicketReader reader;

  /**
   * @param reader knows what a valid ticket is
   */
  public TicketRequestReading(TicketReader reader) {
    this.reader = reader;
  }

  @Override
  public void process(Exchange exchange) {
    Message message = exchange.getMessage();
    String key =
        IdempotencyKey.parse(message.getHeader("Idempotency-Key"))
            .map(IdempotencyKey::value)
            .orElse(null);
    TicketRequest request =
        reader.read(
            message.getBody(byte[].class),
            message.getHeader("Content-Type", String.class),
            message.getHeader("Content-Encoding", String.class),
            message.getHeader(Exchange.HTTP_RAW_QUERY, String.class));
    String trace = Traceparent.parse(message.getHeader("traceparent", String.class));
    TicketVariables.leave(exchange, request.withTraceparent(trace), key);
  }
}
