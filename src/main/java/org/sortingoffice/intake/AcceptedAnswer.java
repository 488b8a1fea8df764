package org.sortingoffice.intake;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Writes the body of the 202 (contract 1), the same members for a first answer and a replay. */
public final class AcceptedAnswer {

  private final JsonFactory json = new JsonFactory();

  /** The JSON, UTF-8. The member position is null when the job is not in the queue. */
  public byte[] json(Acceptance acceptance) {
    ByteArrayOutputStream out = new ByteArrayOutputStream(192);
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
    return out.toByteArray();
  }
}
