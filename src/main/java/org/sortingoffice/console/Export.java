package org.sortingoffice.console;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.camel.Body;
import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.sortingoffice.api.ListPage;
import org.sortingoffice.console.view.Letters;

/** The jobs that a filter means, to take along as a file. */
public final class Export {
  /** As far as lists count; who needs more asks the API page by page. */
  private static final int MOST = 10_000;

  private static final List<String> COLUMNS =
      List.of(
          "job_id",
          "ticket_id",
          "state",
          "attempts",
          "actor",
          "subject",
          "last_error",
          "failed_step",
          "created_at",
          "finished_at",
          "discarded_by",
          "discard_reason");

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
  public void csv(@Body Object rows, Exchange exchange) {
    String table =
        Stream.concat(
                Stream.of(String.join(",", COLUMNS)),
                answer.read(rows, Letters.class).jobs().stream().map(Export::line))
            .collect(Collectors.joining("\r\n", "", "\r\n"));
    send(exchange, "text/csv; charset=utf-8", table);
  }

  /** As the JSON that the API sends. */
  public void json(@Body Object rows, Exchange exchange) {
    send(exchange, "application/json", rows.toString());
  }

  private static String line(Letters.Letter job) {
    Letters.Discard discard = job.discard();
    return Stream.of(
            job.jobId(),
            job.ticketId(),
            job.state(),
            job.attempts(),
            job.actor(),
            job.subject(),
            job.lastError(),
            job.failedStep(),
            job.createdAt(),
            job.finishedAt(),
            discard == null ? null : discard.operator(),
            discard == null ? null : discard.reason())
        .map(value -> value == null ? "" : cell(value.toString()))
        .collect(Collectors.joining(","));
  }

  /**
   * A cell that a spreadsheet takes for text: what it would take for a formula begins with an
   * apostrophe instead.
   */
  static String cell(String text) {
    boolean formula = !text.isEmpty() && "=+-@\t\r\n|%".indexOf(text.charAt(0)) >= 0;
    String safe = formula ? "'" + text : text;
    return safe.chars().anyMatch(c -> c == '"' || c == ',' || c == '\n' || c == '\r' || c == ';')
        ? '"' + safe.replace("\"", "\"\"") + '"'
        : safe;
  }

  private static void send(Exchange exchange, String type, String body) {
    Message message = exchange.getMessage();
    message.removeHeaders("*");
    message.setHeader(Exchange.CONTENT_TYPE, type);
    message.setBody(body);
  }
}
