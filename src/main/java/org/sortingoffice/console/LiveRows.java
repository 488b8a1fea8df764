package org.sortingoffice.console;

import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.ProducerTemplate;
import org.apache.camel.RuntimeCamelException;
import org.apache.camel.support.DefaultExchange;

/** Fetches what a page shows by a route of its own, once a second at most for the same question. */
public final class LiveRows {
  private final OncePerSecond<Object> answers;
  private final ProducerTemplate routes;

  /**
   * @param nanos a clock that only knows differences
   */
  public LiveRows(CamelContext context, LongSupplier nanos) {
    this.answers = new OncePerSecond<>(nanos);
    this.routes = context.createProducerTemplate();
  }

  /**
   * The body with which the route ends. A page that tells what somebody did shows what came of it,
   * and not how it was a moment before; so do those that are looked at next.
   *
   * @param exchange its variables filter, page, redriveId and jobId are what is asked
   * @param route an endpoint such as {@code direct:console-groups-rows}
   */
  public Object ask(Exchange exchange, String route) {
    Map<String, Object> asked = new TreeMap<>();
    for (String name : new String[] {"filter", "page", "redriveId", "jobId"}) {
      Object value = exchange.getVariable(name);
      if (value != null) {
        asked.put(name, value);
      }
    }
    String question = route + " " + asked;
    Query page = exchange.getVariable("pageQuery", Query.class);
    if (page != null && page.get("said") != null) {
      answers.forget();
    }
    return answers.answer(question, () -> fetch(exchange.getContext(), route, asked));
  }

  private Object fetch(CamelContext context, String route, Map<String, Object> asked) {
    Exchange question = new DefaultExchange(context);
    asked.forEach(question::setVariable);
    Exchange answer = routes.send(route, question);
    if (answer.getException() != null) {
      throw RuntimeCamelException.wrapRuntimeCamelException(answer.getException());
    }
    return answer.getMessage().getBody();
  }
}
