package org.sortingoffice.console;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.util.Map;
import org.apache.camel.Exchange;
import org.apache.camel.Message;

/**
 * Turns what a page or its form asks for into the request that {@code POST /v1/redrives} takes, so
 * that both are read, checked and carried out by the same code.
 */
public final class RedriveForm {
  private final ObjectMapper json = new ObjectMapper();

  /** A trial run of what the page's address asks for. */
  public void trial(Exchange exchange) {
    Query page = exchange.getVariable("pageQuery", Query.class);
    ObjectNode request = json.createObjectNode();
    request.set("filter", filter(PageQueryReading.fixed(page.filter(), exchange)));
    if (page.get("as_of") != null) {
      request.put("as_of", page.get("as_of"));
    }
    request.put("dry_run", true);
    hand(exchange, request, null);
  }

  /** What the form in the variable {@code form} asks for. */
  @SuppressWarnings("unchecked")
  public void order(Exchange exchange) {
    Map<String, String> form = exchange.getVariable("form", Map.class);
    ObjectNode request = json.createObjectNode();
    request.set("filter", filter(Query.of(form).filter()));
    request.put("as_of", form.get("as_of"));
    String count = form.getOrDefault("expected_count", "");
    if (count.matches("[0-9]{1,9}")) {
      request.put("expected_count", Integer.parseInt(count));
    }
    request.put("reason", form.get("reason"));
    String rate = form.getOrDefault("rate", "");
    if (rate.matches("[0-9]{1,4}(\\.[0-9]{1,2})?")) {
      request.put("rate_per_second", new BigDecimal(rate));
    }
    String key = form.getOrDefault("key", "");
    hand(exchange, request, key.matches("[0-9a-f]{16,64}") ? key : null);
  }

  private ObjectNode filter(Query query) {
    ObjectNode filter = json.createObjectNode();
    query
        .all()
        .forEach(
            (name, value) -> {
              if (name.equals("discarded")) {
                filter.put(name, Boolean.parseBoolean(value));
              } else if (!name.equals("within")) {
                filter.put(name, value);
              }
            });
    return filter;
  }

  private static void hand(Exchange exchange, ObjectNode request, String key) {
    Message message = exchange.getMessage();
    message.removeHeaders("*");
    message.setHeader(Exchange.CONTENT_TYPE, "application/json");
    if (key != null) {
      message.setHeader("Idempotency-Key", key);
    }
    message.setBody(request.toString());
  }
}
