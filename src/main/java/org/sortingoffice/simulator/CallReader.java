package org.sortingoffice.simulator;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.vertx.core.MultiMap;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Reads a request: JSON body in OpenAI's form, and the headers that say whose call it is. */
final class CallReader {
  private static final int MOST_DIMENSIONS = 4096;

  private final ObjectMapper json = new ObjectMapper();

  /**
   * Reads a call.
   *
   * @throws BadCall if a provider would refuse it as malformed
   */
  CallRequest read(boolean chat, MultiMap headers, byte[] body) throws BadCall {
    JsonNode root = parse(body);
    JsonNode model = root.path("model");
    if (!model.isTextual() || model.textValue().isBlank()) {
      throw new BadCall(400, "missing_required_parameter", "You must provide a model parameter.");
    }
    return chat
        ? chat(headers, root, model.textValue())
        : embeddings(headers, root, model.textValue());
  }

  /** What is known of a request that could not be read. */
  CallRequest malformed(boolean chat, MultiMap headers) {
    return new CallRequest(
        chat,
        "",
        stepOr(headers, chat ? "draft_reply" : "embed"),
        label(headers, "X-Ticket"),
        label(headers, "X-Job"),
        label(headers, "X-Delivery"),
        "",
        List.of(),
        0,
        0,
        TextVector.DIMENSIONS,
        false,
        false,
        headers.get("Authorization"));
  }

  private JsonNode parse(byte[] body) throws BadCall {
    try {
      JsonNode root = json.readTree(body);
      if (root != null && root.isObject()) {
        return root;
      }
    } catch (IOException e) {
      // Answered like any other body that is not an object.
    }
    throw new BadCall(
        400,
        "invalid_json",
        "We could not parse the JSON body of your request: send one JSON object.");
  }

  private static CallRequest chat(MultiMap headers, JsonNode root, String model) throws BadCall {
    if (root.path("stream").asBoolean()) {
      throw new BadCall(
          400, "unsupported_value", "This provider does not stream: leave out 'stream'.");
    }
    JsonNode messages = root.path("messages");
    if (!messages.isArray() || messages.isEmpty()) {
      throw new BadCall(
          400, "missing_required_parameter", "Missing required parameter: 'messages'.");
    }
    StringBuilder prompt = new StringBuilder();
    int characters = 0;
    for (JsonNode message : messages) {
      String text = text(message.path("content"));
      characters += text.length();
      if (message.path("role").asText().equals("user")) {
        prompt.append(prompt.isEmpty() ? "" : "\n").append(text);
      }
    }
    String format = root.path("response_format").path("type").asText();
    boolean jsonAnswer = format.equals("json_object") || format.equals("json_schema");
    String step = jsonAnswer ? "classify" : "draft_reply";
    JsonNode most =
        root.has("max_tokens") ? root.path("max_tokens") : root.path("max_completion_tokens");
    return new CallRequest(
        true,
        model,
        stepOr(headers, step),
        label(headers, "X-Ticket"),
        label(headers, "X-Job"),
        label(headers, "X-Delivery"),
        prompt.toString(),
        List.of(),
        characters,
        most.asInt(Integer.MAX_VALUE),
        0,
        jsonAnswer,
        false,
        headers.get("Authorization"));
  }

  private static CallRequest embeddings(MultiMap headers, JsonNode root, String model)
      throws BadCall {
    List<String> inputs = inputs(root.path("input"));
    int dimensions = root.path("dimensions").asInt(TextVector.DIMENSIONS);
    if (dimensions < 1 || dimensions > MOST_DIMENSIONS) {
      throw new BadCall(
          400, "invalid_value", "'dimensions' must be from 1 to " + MOST_DIMENSIONS + ".");
    }
    String all = String.join("\n", inputs);
    return new CallRequest(
        false,
        model,
        stepOr(headers, "embed"),
        label(headers, "X-Ticket"),
        label(headers, "X-Job"),
        label(headers, "X-Delivery"),
        all,
        inputs,
        all.length(),
        Integer.MAX_VALUE,
        dimensions,
        false,
        root.path("encoding_format").asText().equals("base64"),
        headers.get("Authorization"));
  }

  private static List<String> inputs(JsonNode input) throws BadCall {
    List<String> texts = new ArrayList<>();
    if (input.isTextual()) {
      texts.add(input.textValue());
    } else if (input.isArray()) {
      for (JsonNode each : input) {
        texts.add(each.isTextual() ? each.textValue() : "");
      }
    }
    if (texts.isEmpty() || texts.contains("")) {
      throw new BadCall(
          400,
          "invalid_value",
          "'input' must be a text that is not empty, or a list of such texts.");
    }
    return texts;
  }

  private static String text(JsonNode content) {
    if (content.isTextual()) {
      return content.textValue();
    }
    StringBuilder joined = new StringBuilder();
    for (JsonNode part : content) {
      joined.append(part.path("text").asText());
    }
    return joined.toString();
  }

  private static String stepOr(MultiMap headers, String deduced) {
    String step = label(headers, "X-Step");
    return step == null ? deduced : step;
  }

  // Only short plain names reach the log, whatever a client sends.
  private static String label(MultiMap headers, String name) {
    String value = headers.get(name);
    if (value == null || value.isEmpty() || value.length() > 64) {
      return null;
    }
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (c <= ' ' || c > '~') {
        return null;
      }
    }
    return value;
  }
}
