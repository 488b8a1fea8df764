package org.sortingoffice.console;

import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.camel.Body;
import org.apache.camel.Exchange;

/** Counts what became of the jobs that a person chose on the list and sent again. */
public final class ChosenJobs {

  /** Before the first of them. */
  public void begin(Exchange exchange) {
    exchange.setVariable("sent", new AtomicLong());
  }

  /**
   * After each.
   *
   * @param row of the statement that redrives; null when the job is unknown
   */
  public void count(@Body Map<String, Object> row, Exchange exchange) {
    if (row != null && Boolean.TRUE.equals(row.get("done"))) {
      exchange.getVariable("sent", AtomicLong.class).incrementAndGet();
    }
  }

  /** Back to the list, which then says it. */
  @SuppressWarnings("unchecked")
  public void goBack(Exchange exchange) {
    List<Long> chosen = exchange.getVariable("chosen", List.class);
    Map<String, String> form = exchange.getVariable("form", Map.class);
    Query list = Query.read(form.getOrDefault("back", "").replaceFirst("^\\?", "")).filter();
    long sent = exchange.getVariable("sent", AtomicLong.class).get();
    Query told =
        chosen.isEmpty()
            ? list.with("said", "none_chosen")
            : list.with("said", "sent")
                .with("count", Long.toString(sent))
                .with("late", Long.toString(chosen.size() - sent));
    PageAnswer.goTo(exchange, "/console/dead-letters" + told);
  }
}
