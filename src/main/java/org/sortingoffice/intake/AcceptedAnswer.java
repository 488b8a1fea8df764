package org.sortingoffice.intake;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.apache.camel.Processor;

/**
 * The 202 of {@code POST /v1/tickets} (contract 1), with the same members for a first answer and a
 * replay.
 */
public final class AcceptedAnswer implements Processor {
  private static final String LOOK_AGAIN_SECONDS = "1";

  private final JsonFactory json = new JsonFactory();

  /** Answers with what the variable {@code acceptance} holds. */
  @Override
  public void process(Exchange exchange) {
    Acceptance acceptance = exchange.getVariable("acceptance", Acceptance.class);
    Message answer = exchange.getMessage();
    answer.setHeader(Exchange.HTTP_RESPONSE_CODE, 202);
    answer.setHeader("Content-Type", "application/json");
    answer.setHeader("Location", acceptance.jobPath());
    answer.setHeader("Retry-After", LOOK_AGAIN_SECONDS);
    // Of an array platform-http (4.18) makes a stream that it sends piece by piece; of a text,
    // chunks.
    answer.setBody(ByteBuffer.wrap(json(acceptance).getBytes(StandardCharsets.UTF_8)));
  }

  /** The body. The member position is null when the job is not in the queue. */
  String json(Acceptance acceptance) {
    StringWriter out = new StringWriter(192);
    try (JsonGenerator generator = json.createGenerator(out)) {
      generator.writeStartObject();
      generator.writeStringField("ticket_id", acceptance.ticketId().toString());
      generator.writeNumberField("job_id", acceptance.jobId());
      generator.writeStringField("state", acceptance.state());
      generator.writeFieldName("position");
      if (acceptance.position() == null) {
        generator.writeNull();
      } else {
        generator.writeNumber(acceptance.position());
      }
      generator.writeObjectFieldStart("links");
      generator.writeStringField("job", acceptance.jobPath());
      generator.writeStringField("ticket", acceptance.ticketPath());
      generator.writeEndObject();
      generator.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toString();
  }
}
