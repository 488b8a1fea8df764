package org.sortingoffice.api;

import java.util.List;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;

/**
 * Reads the query of {@code GET /v1/jobs} into the variable {@code query}. What it does not know it
 * refuses.
 */
public final class JobQueryReading implements Processor {
  private static final List<String> STATES =
      List.of("queued", "running", "succeeded", "failed", "dead_letter", "cancelled");
  private static final int MOST = 200;
  private static final int USUAL = 50;

  @Override
  public void process(Exchange exchange) {
    QueryParameters given =
        QueryParameters.of(exchange, "state", "actor", "error", "step", "before", "limit");
    exchange.setVariable(
        "query",
        new JobQuery(
            given.oneOf("state", STATES),
            given.text("actor"),
            given.text("error"),
            given.text("step"),
            given.number("before", Long.MAX_VALUE, Long.MAX_VALUE),
            (int) given.number("limit", USUAL, MOST)));
  }
}
