package org.sortingoffice.api;

import java.util.List;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;

/**
 * Reads the query of {@code GET /v1/webhooks} into the variables {@code page} and {@code
 * wantedJob}, which is null when all are. What it does not know it refuses.
 */
public final class WebhookQueryReading implements Processor {
  private static final List<String> STATES = List.of("waiting", "delivered", "dead_letter");

  @Override
  public void process(Exchange exchange) {
    QueryParameters given = QueryParameters.of(exchange, "state", "job", "after", "limit");
    exchange.setVariable(
        "page",
        new ListPage(
            given.oneOf("state", STATES),
            null,
            given.number("after", Long.MAX_VALUE, Long.MAX_VALUE),
            (int) given.number("limit", ListPage.USUAL, ListPage.MOST)));
    exchange.setVariable(
        "wantedJob",
        given.text("job") == null ? null : given.number("job", Long.MAX_VALUE, Long.MAX_VALUE));
  }
}
