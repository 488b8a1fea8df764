package org.sortingoffice.console;

import java.io.IOException;
import java.io.StringWriter;
import java.util.List;
import java.util.stream.Stream;
import org.apache.camel.Body;
import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVPrinter;
import org.sortingoffice.api.ListPage;
import org.sortingoffice.console.view.Letters;

/** The jobs that a filter means, to take along as a file. */
public final class Export {
  /** As far as lists count; who needs more asks the API page by page. */
  private static final int MOST = 10_000;

  /** As {@code dead-letters export} writes them. */
  private static final List<String> COLUMNS =
      List.of(
          "job_id",
          "ticket_id",
          "state",
          "finished_at",
          "failed_step",
          "last_error",
          "group",
          "attempts",
          "actor",
          "subject",
          "created_at");

  private static final String FORMULA_STARTS = "=+-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20";

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

  /** As CSV (RFC 4180), safe to open in a spreadsheet. */
  public void csv(@Body Object rows, Exchange exchange) throws IOException {
    StringWriter table = new StringWriter();
    CSVPrinter printer = new CSVPrinter(table, CSVFormat.RFC4180);
    printer.printRecord(COLUMNS);
    for (Letters.Letter job : answer.read(rows, Letters.class).jobs()) {
      printer.printRecord(cells(job));
    }
    send(exchange, "text/csv; charset=utf-8", table.toString());
  }

  /** As the JSON that the API sends. */
  public void json(@Body Object rows, Exchange exchange) {
    send(exchange, "application/json", rows.toString());
  }

  private static Stream<String> cells(Letters.Letter job) {
    return Stream.of(
            job.jobId(),
            job.ticketId(),
            job.state(),
            job.finishedAt(),
            job.failedStep(),
            job.lastError(),
            job.group(),
            job.attempts(),
            job.actor(),
            job.subject(),
            job.createdAt())
        .map(value -> value == null ? "" : guarded(value.toString()));
  }

  /** What a spreadsheet would take for a formula gets an apostrophe, which it does not show. */
  private static String guarded(String text) {
    return !text.isEmpty() && FORMULA_STARTS.indexOf(text.charAt(0)) >= 0 ? "'" + text : text;
  }

  private static void send(Exchange exchange, String type, String body) {
    Message message = exchange.getMessage();
    message.removeHeaders("*");
    message.setHeader(Exchange.CONTENT_TYPE, type);
    message.setBody(body);
  }
}
