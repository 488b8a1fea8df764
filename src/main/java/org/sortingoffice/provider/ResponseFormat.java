package org.sortingoffice.provider;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** The member {@code response_format} of a chat request. */
final class ResponseFormat {
  private ResponseFormat() {}

  /**
   * Asks for a format.
   *
   * @param format {@code none}, {@code json_object} or {@code json_schema}
   * @param schema the JSON schema of the answer, for {@code json_schema}
   * @throws IllegalArgumentException when the format is none of these
   */
  static void ask(ObjectNode request, String format, String schema, ObjectMapper json)
      throws JsonProcessingException {
    switch (format) {
      case "none" -> {
        // Some servers refuse the member, whatever it says.
      }
      case "json_object" -> request.putObject("response_format").put("type", format);
      case "json_schema" -> {
        ObjectNode asked = request.putObject("response_format").put("type", format);
        asked
            .putObject(format)
            .put("name", "answer")
            .put("strict", true)
            .set("schema", json.readTree(schema));
      }
      default ->
          throw new IllegalArgumentException(
              "responseFormat is none, json_object or json_schema, and not " + format);
    }
  }
}
