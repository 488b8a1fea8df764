package org.sortingoffice.console;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.StringWriter;
import org.apache.camel.Body;
import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.sortingoffice.api.DeadLetterTable;
import org.sortingoffice.api.ListPage;

/** The jobs that a filter means, to take along as a file. */
public final class Export {
  /** As far as lists count; who needs more asks the API page by page. */
  private static final int MOST = 10_000;

  private final PageAnswer answer;

  /**
   * @param answer reads the rows
   */
  public Export(PageAnswer answer) {
    this.answer = answer;
  }

  /** One page that holds all. */
  public void all(Exchange exchange) {
    exchange.setVariable("page", new ListPage(null, null, Long.MAX_VALUE, MOST));
  }

  /** As CSV, as {@code dead-letters export} writes it. */
  public void csv(@Body Object rows, Exchange exchange) throws IOException {
    StringWriter text = new StringWriter();
    DeadLetterTable table = new DeadLetterTable(text);
    for (JsonNode job : answer.read(rows, JsonNode.class).path("jobs")) {
      table.print(column -> job.path(column).asText(null));
    }
    table.flush();
    send(exchange, "text/csv; charset=utf-8", text.toString());
  }

  /** As the JSON that the API sends. */
  public void json(@Body Object rows, Exchange exchange) {
    send(exchange, "application/json", rows.toString());
  }

  private static void send(Exchange exchange, String type, String body) {
    Message message = exchange.getMessage();
    message.removeHeaders("*");
    message.setHeader(Exchange.CONTENT_TYPE, type);
    message.setBody(body);
  }
}
