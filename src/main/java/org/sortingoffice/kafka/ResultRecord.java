package org.sortingoffice.kafka;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.apache.camel.Processor;
import org.apache.camel.component.kafka.KafkaConstants;
import org.sortingoffice.outbox.ClaimedEvent;
import org.sortingoffice.outbox.DeliveryOutcome;

/**
 * Makes the record that tells of a job's end, from the variable {@code event}: JSON, keyed by the
 * job, so that a job's records share a partition; its headers {@code event-id} and {@code kind} can
 * be read without it. Leaves in the variable {@code outcome} what is to be noted once the broker
 * has the record.
 */
public final class ResultRecord implements Processor {
  private final JsonFactory json = new JsonFactory();

  @Override
  public void process(Exchange exchange) {
    ClaimedEvent event = exchange.getVariable("event", ClaimedEvent.class);
    Message record = exchange.getMessage();
    record.setHeaders(
        Map.of(
            KafkaConstants.KEY,
            String.valueOf(event.jobId()).getBytes(StandardCharsets.UTF_8),
            "event-id",
            event.eventId(),
            "kind",
            event.kind()));
    record.setBody(json(event));
    exchange.setVariable("outcome", DeliveryOutcome.delivered(null));
  }

  private byte[] json(ClaimedEvent event) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(512);
    try (JsonGenerator generator = json.createGenerator(bytes)) {
      generator.writeStartObject();
      generator.writeStringField("event_id", event.eventId());
      generator.writeStringField("kind", event.kind());
      generator.writeStringField("occurred_at", event.occurredAt().toString());
      generator.writeNumberField("job_id", event.jobId());
      generator.writeStringField("ticket_id", event.ticketId());
      generator.writeStringField("error", event.jobError());
      generator.writeStringField("customer_id", event.customerId());
      generator.writeStringField("team", event.team());
      generator.writeFieldName("priority");
      if (event.priority() == null) {
        generator.writeNull();
      } else {
        generator.writeNumber(event.priority());
      }
      generator.writeStringField("draft_reply", event.draftReply());
      generator.writeEndObject();
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    return bytes.toByteArray();
  }
}
