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

  /**
   * @param prices for the cost of each answer
   */
  public ProviderWire(Prices prices) {
    this.prices = prices;
  }

  /**
   * The body of a chat request.
   *
   * @param model which model is asked
   * @param temperature how freely it may answer
   * @param maxTokens how long it may answer
   * @param jsonAnswer whether the answer shall be a JSON object
   * @param instructions what the step wants
   * @param text what the customer wrote
   */
  public byte[] chatRequest(
      String model,
      double temperature,
      int maxTokens,
      boolean jsonAnswer,
      @Variable("instructions") String instructions,
      @Body String text)
      throws JsonProcessingException {
    ObjectNode request = json.createObjectNode();
    request.put("model", model);
    request.putArray("messages").add(message("system", instructions)).add(message("user", text));
    request.put("temperature", temperature);
    request.put("max_tokens", maxTokens);
    if (jsonAnswer) {
      request.putObject("response_format").put("type", "json_object");
    }
    return json.writeValueAsBytes(request);
  }

  /**
   * The body of an embedding request.
   *
   * @param model which model is asked
   * @param dimensions how long the vector shall be
   * @param encoding in which form it shall come: {@code base64} or {@code float}
   * @param text what is embedded
   */
  public byte[] embeddingRequest(String model, int dimensions, String encoding, @Body String text)
      throws JsonProcessingException {
    ObjectNode request = json.createObjectNode();
    request.put("model", model);
    request.put("input", text);
    request.put("encoding_format", encoding);
    request.put("dimensions", dimensions);
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
  private static int tokens(JsonNode answer, String member) {
    JsonNode count = answer.path("usage").path(member);
    return count.isNumber() && count.canConvertToInt() ? Math.max(0, count.intValue()) : 0;
  }

  private static String model(JsonNode answer) {
    String model = StorableText.of(answer.path("model").asText("unknown"));
    return model.length() <= LONGEST_MODEL ? model : model.substring(0, LONGEST_MODEL);
  }
}
