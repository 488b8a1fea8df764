package org.sortingoffice.http;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;

/** Writes a {@link Problem} as {@code application/problem+json} (RFC 9457). */
public final class ProblemJson {

  private final JsonFactory json = new JsonFactory();

  /** The bytes of the answer's body, UTF-8. The member errors is there only when it has any. */
  public byte[] bytes(Problem problem) {
    ByteArrayOutputStream out = new ByteArrayOutputStream(512);
    try (JsonGenerator generator = json.createGenerator(out)) {
      generator.writeStartObject();
      generator.writeStringField("type", problem.type());
      generator.writeStringField("title", problem.title());
      generator.writeNumberField("status", problem.status());
      generator.writeStringField("detail", problem.detail());
      generator.writeStringField("code", problem.code());
      if (!problem.errors().isEmpty()) {
        generator.writeArrayFieldStart("errors");
        for (FieldError error : problem.errors()) {
          generator.writeStartObject();
          generator.writeStringField("pointer", error.pointer());
          generator.writeStringField("code", error.code());
          generator.writeStringField("detail", error.detail());
          generator.writeEndObject();
        }
        generator.writeEndArray();
      }
      for (Map.Entry<String, Object> member : problem.members().entrySet()) {
        generator.writeFieldName(member.getKey());
        if (member.getValue() instanceof Number number) {
          generator.writeNumber(number.longValue());
        } else {
          generator.writeString(member.getValue().toString());
        }
      }
      generator.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }
}
