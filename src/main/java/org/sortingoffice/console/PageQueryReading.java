package org.sortingoffice.console;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import org.apache.camel.Exchange;

/**
 * Reads the address of a page into the variable {@code pageQuery}, and hands what it asks for on as
 * the API's query, so that page and API read it with the same code.
 */
public final class PageQueryReading {
  private static final Map<String, Duration> SPANS =
      Map.of(
          "1h", Duration.ofHours(1),
          "6h", Duration.ofHours(6),
          "24h", Duration.ofDays(1),
          "7d", Duration.ofDays(7));

  /** For pages that show what a filter means. */
  public void filter(Exchange exchange) {
    hand(exchange, page(exchange).filter());
  }

  /** For pages that show one page of many. */
  public void list(Exchange exchange) {
    Query page = page(exchange);
    Query filter = page.filter();
    String after = page.get("after");
    hand(exchange, after == null ? filter : filter.with("after", after));
  }

  /** For an export: all that a filter means, as far as one answer goes. */
  public void export(Exchange exchange) {
    hand(exchange, page(exchange).filter());
  }

  /** For pages that show no part of many. */
  public void plain(Exchange exchange) {
    Query page = page(exchange);
    String after = page.get("after");
    hand(exchange, after == null ? Query.read(null) : Query.read(null).with("after", after));
  }

  private static Query page(Exchange exchange) {
    Query page = Query.read(exchange.getMessage().getHeader(Exchange.HTTP_RAW_QUERY, String.class));
    exchange.setVariable("pageQuery", page);
    return page;
  }

  private static void hand(Exchange exchange, Query query) {
    exchange
        .getMessage()
        .setHeader(Exchange.HTTP_RAW_QUERY, fixed(query, exchange).toString().replace("?", ""));
  }

  /**
   * The same with "in the last hour" as a moment: of the database's clock, which stands in the
   * variable {@code now}. To the minute, so that tabs which show the same also ask the same.
   */
  static Query fixed(Query query, Exchange exchange) {
    Duration span = SPANS.get(query.get("within") == null ? "" : query.get("within"));
    Query rest = query.without("within");
    if (span == null) {
      return rest;
    }
    Instant now = Instant.parse(exchange.getVariable("now", String.class));
    return rest.with("from", now.minus(span).truncatedTo(ChronoUnit.MINUTES).toString());
  }
}
