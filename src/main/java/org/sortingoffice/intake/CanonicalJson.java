package org.sortingoffice.intake;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;

/**
 * Writes a JSON tree in the one form that all its spellings share: members sorted by name, no white
 * space, nothing escaped that need not be, each number by its value ({@code 1}, {@code 1.0} and
 * {@code 10e-1} are one number), in UTF-8. Close to RFC 8785, but numbers keep all their digits.
 */
final class CanonicalJson {

  private final JsonFactory json = new JsonFactory();

  /** The canonical form; the tree must have no lone surrogates. */
  byte[] bytes(JsonNode tree) {
    // By way of characters: Jackson's writer of UTF-8 escapes a surrogate pair or not depending on
    // where its buffers end, and a stored fingerprint must not hang on that.
    StringWriter text = new StringWriter(512);
    try (JsonGenerator generator = json.createGenerator(text)) {
      write(tree, generator);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString().getBytes(StandardCharsets.UTF_8);
  }

  private static void write(JsonNode node, JsonGenerator generator) throws IOException {
    switch (node.getNodeType()) {
      case OBJECT -> writeObject(node, generator);
      case ARRAY -> {
        generator.writeStartArray();
        for (JsonNode element : node) {
          write(element, generator);
        }
        generator.writeEndArray();
      }
      case STRING -> generator.writeString(node.textValue());
      case NUMBER -> writeNumber(node.decimalValue(), generator);
      case BOOLEAN -> generator.writeBoolean(node.booleanValue());
      case NULL -> generator.writeNull();
      default -> throw new IllegalArgumentException("No JSON value: " + node.getNodeType());
    }
  }

  private static void writeObject(JsonNode object, JsonGenerator generator) throws IOException {
    @SuppressWarnings({"unchecked", "rawtypes"}) // Java has no generic arrays
    Map.Entry<String, JsonNode>[] members = object.properties().toArray(new Map.Entry[0]);
    Arrays.sort(members, Map.Entry.comparingByKey());
    generator.writeStartObject();
    for (Map.Entry<String, JsonNode> member : members) {
      generator.writeFieldName(member.getKey());
      write(member.getValue(), generator);
    }
    generator.writeEndObject();
  }

  /** Stripped of zeros, the unscaled value and the scale are unique, and so is their text. */
  private static void writeNumber(BigDecimal number, JsonGenerator generator) throws IOException {
    generator.writeNumber(number.stripTrailingZeros());
  }
}
