package org.sortingoffice.api;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;
import java.util.Set;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.sortingoffice.intake.FieldErrors;
import org.sortingoffice.intake.JsonObjectReader;

/**
 * Reads a body with a single text, such as the reason for a retry, into the variable of its name.
 */
public final class TextReading implements Processor {
  private final JsonObjectReader reader = new JsonObjectReader();
  private final String member;
  private final int longest;
  private final boolean required;

  private TextReading(String member, int longest, boolean required) {
    this.member = member;
    this.longest = longest;
    this.required = required;
  }

  /** A text that may be left out, and the body with it. */
  public static TextReading optional(String member, int longest) {
    return new TextReading(member, longest, false);
  }

  /** A text that must be there. */
  public static TextReading required(String member, int longest) {
    return new TextReading(member, longest, true);
  }

  @Override
  public void process(Exchange exchange) {
    QueryParameters.of(exchange);
    FieldErrors errors = new FieldErrors();
    Optional<ObjectNode> body = reader.read(exchange.getMessage(), Set.of(member), errors);
    String text = text(body.orElse(null), member, longest, required, errors);
    if (!errors.isEmpty()) {
      throw errors.problem().toException();
    }
    exchange.setVariable(member, text);
  }

  /** The text of a member, or null with the error noted where it should be there. */
  static String text(
      ObjectNode body, String member, int longest, boolean required, FieldErrors errors) {
    JsonPointer place = JsonPointer.empty().appendProperty(member);
    JsonNode value = body == null ? null : body.get(member);
    if (value == null || value.isNull()) {
      if (required) {
        errors.add(place, "required", "the member is missing");
      }
      return null;
    }
    if (!value.isTextual()) {
      errors.add(place, "wrong_type", "the value must be a string");
      return null;
    }
    String text = value.textValue();
    if (text.isBlank()) {
      if (required) {
        errors.add(place, "blank", "the text must have at least one visible character");
      }
      return null;
    }
    if (text.codePointCount(0, text.length()) > longest) {
      errors.add(place, "too_long", "the text may have at most " + longest + " characters");
    }
    return text;
  }
}
