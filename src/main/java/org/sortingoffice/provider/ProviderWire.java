package org.sortingoffice.provider;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Locale;
import org.apache.camel.Body;
import org.apache.camel.Variable;
import org.sortingoffice.jobs.StorableText;

/**
 * The wire format of OpenAI-compatible providers: what is sent and how an answer is read. Requests
 * are made by a JSON library and not by a template, so that nothing in a ticket can break out of
 * its string.
 */
public final class ProviderWire {
  private static final int LONGEST_MODEL = 100;

  private final ObjectMapper json = new ObjectMapper();
  private final Prices prices;
  private final String maxTokensMember;

  /**
   * As most servers understand it: the longest answer is {@code max_tokens}.
   *
   * @param prices for the cost of each answer
   */
  public ProviderWire(Prices prices) {
    this(prices, "max_tokens");
  }

  /**
   * @param prices for the cost of each answer
   * @param maxTokensMember what the longest answer is called: OpenAI's reasoning models refuse
   *     {@code max_tokens} and want {@code max_completion_tokens}
   */
  public ProviderWire(Prices prices, String maxTokensMember) {
    this.prices = prices;
    this.maxTokensMember = maxTokensMember;
  }

  /**
   * The body of a chat request.
   *
   * @param model which model is asked
   * @param temperature how freely it may answer; empty: as the model does by itself
   * @param maxTokens how long it may answer
   * @param format what is asked for by {@code response_format}: {@code none}, {@code json_object}
   *     or {@code json_schema}
   * @param instructions what the step wants
   * @param schema the JSON schema of the answer, for {@code json_schema}
   * @param text what the customer wrote
   * @throws IllegalArgumentException when the format is none of these
   */
  public byte[] chatRequest(
      String model,
      String temperature,
      int maxTokens,
      String format,
      @Variable("instructions") String instructions,
      @Variable("answerSchema") String schema,
      @Body String text)
      throws JsonProcessingException {
    ObjectNode request = json.createObjectNode();
    request.put("model", model);
    request.putArray("messages").add(message("system", instructions)).add(message("user", text));
    if (!temperature.isBlank()) {
      request.put("temperature", Double.parseDouble(temperature));
    }
    request.put(maxTokensMember, maxTokens);
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
    return json.writeValueAsBytes(request);
  }

  /**
   * The body of an embedding request.
   *
   * @param model which model is asked
   * @param dimensions how long the vector shall be
   * @param asked whether to say so; models that know only one length refuse to be asked
   * @param encoding in which form it shall come: {@code base64} or {@code float}
   * @param text what is embedded
   */
  public byte[] embeddingRequest(
      String model, int dimensions, boolean asked, String encoding, @Body String text)
      throws JsonProcessingException {
    ObjectNode request = json.createObjectNode();
    request.put("model", model);
    request.put("input", text);
    request.put("encoding_format", encoding);
    if (asked) {
      request.put("dimensions", dimensions);
    }
    return json.writeValueAsBytes(request);
  }

  /**
   * Reads the answer to a chat request. How it ended is looked at before its content, since half an
   * answer may look whole.
   *
   * @throws InvalidAnswer when there is none to use
   * @throws ContentFiltered when the provider's filter stopped it
   */
  public ChatAnswer chatAnswer(@Body JsonNode answer) {
    JsonNode choice = answer.path("choices").path(0);
    JsonNode message = choice.path("message");
    if (!choice.isObject()) {
      throw new InvalidAnswer("the answer holds no choice");
    }
    checkTheEnd(choice.path("finish_reason").asText(""));
    if (isText(message.path("refusal")) || anyRefuses(message.path("content"))) {
      throw new Refused();
    }
    String content = content(message.path("content"));
    if (content.isBlank()) {
      throw new InvalidAnswer("the answer is empty");
    }
    int prompt = tokens(answer, "prompt_tokens");
    int completion = tokens(answer, "completion_tokens");
    return ChatAnswer.of(
        content, new Usage(model(answer), prompt, completion, prices.chat(prompt, completion)));
  }

  private static void checkTheEnd(String reason) {
    switch (reason.toLowerCase(Locale.ROOT)) {
      case "length", "max_tokens" -> throw new OutputTruncated();
      case "content_filter" ->
          throw new ContentFiltered("the provider's filter stopped the answer", 200);
      case "error" ->
          throw new ProviderUnavailable("the provider broke its answer off", 200, RetryHint.NONE);
      default -> {
        // "stop" and whatever a provider says instead.
      }
    }
  }

  private static boolean isText(JsonNode node) {
    return node.isTextual() && !node.textValue().isBlank();
  }

  private static boolean anyRefuses(JsonNode parts) {
    for (JsonNode part : parts) {
      if (isText(part.path("refusal"))) {
        return true;
      }
    }
    return false;
  }

  /** Content is a text or a list of parts; the text parts are joined. */
  private static String content(JsonNode content) {
    StringBuilder text = new StringBuilder(content.asText(""));
    if (content.isArray()) {
      content.forEach(part -> text.append(part.path("text").asText("")));
    }
    return content.isTextual() || content.isArray() ? text.toString() : "";
  }

  /**
   * Reads the answer to an embedding request.
   *
   * @param dimensions how many numbers were asked for
   * @throws InvalidAnswer when it is not a vector of that many finite numbers
   */
  public EmbeddingAnswer embeddingAnswer(int dimensions, @Body JsonNode answer) {
    float[] vector =
        new VectorReader(dimensions).read(answer.path("data").path(0).path("embedding"));
    int tokens = tokens(answer, "prompt_tokens");
    return new EmbeddingAnswer(vector, new Usage(model(answer), tokens, 0, prices.embed(tokens)));
  }

  private ObjectNode message(String role, String content) {
    return json.createObjectNode().put("role", role).put("content", content);
  }

  // Counted by the provider: a count that makes no sense counts as none.
  static int tokens(JsonNode answer, String member) {
    JsonNode count = answer.path("usage").path(member);
    return count.isNumber() && count.canConvertToInt() ? Math.max(0, count.intValue()) : 0;
  }

  private static String model(JsonNode answer) {
    String model = StorableText.of(answer.path("model").asText("unknown"));
    return model.length() <= LONGEST_MODEL ? model : model.substring(0, LONGEST_MODEL);
  }
}
