package org.sortingoffice.simulator;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.apache.camel.Processor;

/**
 * Last step of each HTTP route: the body as bytes of known length, as JSON unless the route said
 * otherwise.
 */
final class AnswerWriter implements Processor {
  @Override
  public void process(Exchange exchange) {
    Message answer = exchange.getMessage();
    Object body = answer.getBody();
    byte[] bytes =
        body == null
            ? new byte[0]
            : body instanceof byte[] raw
                ? raw
                : answer.getBody(String.class).getBytes(StandardCharsets.UTF_8);
    answer.setBody(ByteBuffer.wrap(bytes));
    if (answer.getHeader(Exchange.CONTENT_TYPE) == null) {
      answer.setHeader(Exchange.CONTENT_TYPE, "application/json");
    }
  }
}
