package org.sortingoffice.watch;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.sortingoffice.http.Problems;

/**
 * The events so far, as an answer that ends: for a job that is over, or when as many streams are
 * open as may be. Who reads it as a stream comes again and is told the rest, until there is nothing
 * more to come; that is said by 204, after which a browser comes no more.
 */
public final class EventPage {
  private static final int MOST = 10_000;
  private static final Duration PAUSE = Duration.ofSeconds(5);

  /**
   * Makes the question of this message's {@code Last-Event-ID}, for {@code job-events.sql}.
   *
   * @throws org.sortingoffice.http.ProblemException 404 when the body, the rows of {@code
   *     job-tags.sql}, is empty
   */
  public void ask(Exchange exchange) {
    Message message = exchange.getMessage();
    List<?> rows = message.getBody(List.class);
    if (rows.isEmpty()) {
      throw Problems.JOB_NOT_FOUND.toException();
    }
    Map<?, ?> job = (Map<?, ?>) rows.get(0);
    EventMarks told =
        EventMarks.read(message.getHeader("Last-Event-ID", String.class)).orElse(null);
    exchange.setVariable("told", told);
    exchange.setVariable("over", job.get("over"));
    message.setBody(
        EventQuestion.of(
            List.of(new EventQuestion.Asker(((Number) job.get("id")).longValue(), told)), MOST));
  }

  /** Makes the answer of the rows of {@code job-events.sql}. */
  public void answer(Exchange exchange) {
    Message message = exchange.getMessage();
    List<?> rows = message.getBody(List.class);
    boolean over = exchange.getVariable("over", Boolean.class);
    message.removeHeaders("*");
    if (rows.isEmpty() && over) {
      message.setHeader(Exchange.HTTP_RESPONSE_CODE, 204);
      message.setBody(null);
      return;
    }
    String events =
        rows.isEmpty()
            ? ""
            : EventText.of(
                    exchange.getVariable("told", EventMarks.class),
                    rows.stream().map(row -> JobEvent.of((Map<?, ?>) row)).toList())
                .text();
    message.setHeader(Exchange.CONTENT_TYPE, "text/event-stream");
    message.setBody(over ? events : EventText.comeAgainAfter(PAUSE.toMillis()) + events);
  }
}
