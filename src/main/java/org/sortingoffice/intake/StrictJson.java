package org.sortingoffice.intake;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.sortingoffice.http.Problems;

/**
 * Reads bytes as exactly one JSON value (RFC 8259) and nothing else. What cannot be read ends with
 * a 400; what can be read but not be kept (NUL, half a surrogate pair, a number beyond every number
 * type) is added to the field errors and reading goes on.
 *
 * <p>It walks the tokens itself instead of letting Jackson build the tree, because only so are a
 * repeated member and each fault told apart, with its place, without looking into messages.
 */
final class StrictJson {

  /** Numbers keep within the range of a double (RFC 8259, section 6), which jsonb holds too. */
  private static final int LARGEST_EXPONENT = 308;

  private final IntakeLimits limits;
  private final JsonNodeFactory nodes = JsonNodeFactory.instance;
  private final JsonFactory json;

  StrictJson(IntakeLimits limits) {
    this.limits = limits;
    // Names come from clients: they must not fill the JVM's table of interned strings.
    this.json =
        JsonFactory.builder()
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .streamReadConstraints(
                StreamReadConstraints.builder()
                    .maxNestingDepth(limits.depth())
                    .maxNumberLength(limits.numberLength())
                    .maxTokenCount(limits.tokens())
                    .build())
            .build();
  }

  /**
   * Reads the value.
   *
   * @throws org.sortingoffice.http.ProblemException 400 {@code unreadable_json} or {@code
   *     duplicate_member}
   */
  JsonNode read(byte[] bytes, FieldErrors errors) {
    CharBuffer text = decode(bytes);
    try (JsonParser parser =
        json.createParser(text.array(), text.arrayOffset(), text.remaining())) {
      if (parser.nextToken() == null) {
        throw Problems.UNREADABLE_JSON
            .because("The body is empty. Send a JSON object.")
            .toException();
      }
      JsonNode value = value(parser, errors);
      if (parser.nextToken() != null) {
        throw Problems.UNREADABLE_JSON
            .because("Something follows the end of the JSON value. Send one JSON object only.")
            .toException();
      }
      return value;
    } catch (StreamConstraintsException e) {
      throw Problems.UNREADABLE_JSON
          .because(
              "The JSON is larger than is read here: at most "
                  + limits.depth()
                  + " levels deep, "
                  + limits.numberLength()
                  + " characters in a number, "
                  + limits.tokens()
                  + " names, values and brackets.")
          .toException();
    } catch (JsonProcessingException e) {
      throw Problems.UNREADABLE_JSON
          .because("The body is not valid JSON" + place(e.getLocation()) + ".")
          .toException();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static CharBuffer decode(byte[] bytes) {
    CharBuffer text;
    try {
      text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
    } catch (CharacterCodingException e) {
      throw Problems.UNREADABLE_JSON
          .because("The body is not valid UTF-8. Encode the JSON in UTF-8.")
          .toException();
    }
    if (text.hasRemaining() && text.charAt(0) == '\uFEFF') {
      throw Problems.UNREADABLE_JSON
          .because("The body begins with a byte order mark. Send the JSON without it.")
          .toException();
    }
    return text;
  }

  private JsonNode value(JsonParser parser, FieldErrors errors) throws IOException {
    return switch (parser.currentToken()) {
      case START_OBJECT -> object(parser, errors);
      case START_ARRAY -> array(parser, errors);
      case VALUE_STRING -> text(parser, errors);
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> number(parser, errors);
      case VALUE_TRUE -> BooleanNode.TRUE;
      case VALUE_FALSE -> BooleanNode.FALSE;
      case VALUE_NULL -> NullNode.instance;
      default -> throw new IllegalStateException("No JSON value: " + parser.currentToken());
    };
  }

  private ObjectNode object(JsonParser parser, FieldErrors errors) throws IOException {
    ObjectNode object = nodes.objectNode();
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String name = parser.currentName();
      check(name, "a member's name", parser, errors);
      if (object.has(name)) {
        throw Problems.DUPLICATE_MEMBER.toException();
      }
      parser.nextToken();
      object.set(name, value(parser, errors));
    }
    return object;
  }

  private ArrayNode array(JsonParser parser, FieldErrors errors) throws IOException {
    ArrayNode array = nodes.arrayNode();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      array.add(value(parser, errors));
    }
    return array;
  }

  private static TextNode text(JsonParser parser, FieldErrors errors) throws IOException {
    String text = parser.getText();
    check(text, "the text", parser, errors);
    return TextNode.valueOf(text);
  }

  private static void check(String text, String what, JsonParser parser, FieldErrors errors) {
    if (TextFaults.nul(text)) {
      errors.add(
          place(parser), "nul_character", what + " has a NUL character (\\u0000); remove it");
    }
    if (TextFaults.loneSurrogate(text)) {
      errors.add(
          place(parser),
          "lone_surrogate",
          what + " has half of a surrogate pair (\\ud800 to \\udfff); send both halves or none");
    }
  }

  private static JsonNode number(JsonParser parser, FieldErrors errors) throws IOException {
    if (parser.currentToken() == JsonToken.VALUE_NUMBER_INT
        && parser.getNumberType() == JsonParser.NumberType.INT) {
      return IntNode.valueOf(parser.getIntValue());
    }
    BigDecimal number = decimal(parser.getText());
    if (number == null) {
      errors.add(
          place(parser),
          "number_out_of_range",
          "the number must be 0 or have a size between 1e-308 and 1e308");
      return IntNode.valueOf(0);
    }
    return DecimalNode.valueOf(number);
  }

  /** The number, or null when its exponent is beyond reason: 1e999999999 costs a gigabyte. */
  private static BigDecimal decimal(String digits) {
    try {
      BigDecimal number = new BigDecimal(digits);
      long exponent = (long) number.precision() - number.scale() - 1;
      return Math.abs(exponent) <= LARGEST_EXPONENT ? number : null;
    } catch (NumberFormatException e) {
      return null;
    }
  }

  private static JsonPointer place(JsonParser parser) {
    return parser.getParsingContext().pathAsPointer();
  }

  private static String place(JsonLocation location) {
    return location == null
        ? ""
        : " (line " + location.getLineNr() + ", column " + location.getColumnNr() + ")";
  }
}
