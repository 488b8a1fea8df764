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

  /** The groups of dead letters. */
  public void groups(Exchange exchange) {
    show(exchange, "groups", read(exchange, GroupsView.class));
  }

  private <T> T read(Exchange exchange, Class<T> type) {
    try {
      return json.readValue(exchange.getMessage().getBody(String.class), type);
    } catch (JsonProcessingException broken) {
      throw new IllegalStateException("A statement's JSON does not fit " + type, broken);
    }
  }

  void show(Exchange exchange, String template, Object view) {
    String html = pages.render(template, frame(exchange), view);
    Message message = exchange.getMessage();
    message.removeHeaders("*");
    message.setHeader(Exchange.CONTENT_TYPE, "text/html; charset=utf-8");
    message.setBody(html);
  }

  private static Frame frame(Exchange exchange) {
    List<?> roles = exchange.getVariable("roles", List.class);
    return new Frame(
        exchange.getVariable("operator", String.class),
        roles == null || roles.contains("ops:write"),
        exchange.getVariable("csrf", String.class),
        null);
  }
}
