package org.sortingoffice.console;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.List;
import org.apache.camel.Exchange;
import org.apache.camel.Message;

/**
 * Makes a message the answer that a browser shows: reads what a statement found into a view model,
 * and renders it.
 */
public final class PageAnswer {
  private final JsonMapper json =
      JsonMapper.builder()
          .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .build();
  private final Pages pages;

  /**
   * @param pages renders
   */
  public PageAnswer(Pages pages) {
    this.pages = pages;
  }

  /** The statement's JSON as a view model. */
  <T> T read(Object rows, Class<T> type) {
    try {
      return json.readValue(rows.toString(), type);
    } catch (JsonProcessingException broken) {
      throw new IllegalStateException("A statement's JSON does not fit " + type, broken);
    }
  }

  /** Answers with this page. */
  void show(Exchange exchange, String template, Object view) {
    String html = pages.render(template, frame(exchange), view);
    Message message = exchange.getMessage();
    message.removeHeaders("*");
    message.setHeader(Exchange.CONTENT_TYPE, "text/html; charset=utf-8");
    message.setBody(html);
  }

  /**
   * Sends the browser on, so that what it did is not done again when the page is loaded again.
   *
   * @param place a path and query of the console
   */
  static void goTo(Exchange exchange, String place) {
    Message message = exchange.getMessage();
    message.removeHeaders("*");
    message.setHeader(Exchange.HTTP_RESPONSE_CODE, 303);
    message.setHeader("Location", place);
    message.setBody("");
  }

  private static Frame frame(Exchange exchange) {
    List<?> roles = exchange.getVariable("roles", List.class);
    Query query = exchange.getVariable("pageQuery", Query.class);
    Query known = query == null ? Query.read(null) : query;
    String operator = exchange.getVariable("operator", String.class);
    String token = exchange.getVariable("csrf", String.class);
    return new Frame(
        operator,
        roles != null && roles.contains("ops:write"),
        token,
        known,
        Notice.after(known).orElse(null));
  }
}
