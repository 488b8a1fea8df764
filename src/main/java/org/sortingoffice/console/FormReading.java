package org.sortingoffice.console;

import io.vertx.core.MultiMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.apache.camel.component.platform.http.vertx.HttpMessage;
import org.sortingoffice.http.Problems;

/**
 * Reads the fields that a page's form sent into the variable {@code form}, and the jobs that were
 * chosen on it into {@code chosen}. A text must not be longer than what a person writes in a field.
 */
public final class FormReading implements Processor {
  private static final int LONGEST = 2_000;
  private static final int MOST_CHOSEN = 200;

  @Override
  public void process(Exchange exchange) {
    MultiMap sent = ((HttpMessage) exchange.getIn()).getRequest().formAttributes();
    Map<String, String> form = new LinkedHashMap<>();
    for (Map.Entry<String, String> field : sent) {
      String value = field.getValue().replace("\r\n", "\n").strip();
      if (value.length() > LONGEST || value.indexOf(0) >= 0) {
        throw Problems.INVALID_REQUEST
            .because("A field has more than %d characters, or a NUL.".formatted(LONGEST))
            .toException();
      }
      form.putIfAbsent(field.getKey(), value);
    }
    exchange.setVariable("form", form);
    exchange.setVariable("chosen", chosen(sent.getAll("job")));
    String reason = form.get("reason");
    exchange.setVariable("reason", reason == null || reason.isEmpty() ? null : reason);
  }

  private static List<Long> chosen(List<String> jobs) {
    return jobs.stream()
        .filter(job -> job.matches("[0-9]{1,18}"))
        .map(Long::valueOf)
        .distinct()
        .sorted()
        .limit(MOST_CHOSEN)
        .toList();
  }
}
