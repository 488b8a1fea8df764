package org.sortingoffice.provider;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import org.apache.camel.Body;
import org.apache.camel.Variable;
import org.sortingoffice.jobs.StorableText;

/**
 * The wire format of OpenAI-compatible providers: what is sent and how an answer is read. Requests
 * are made by a JSON library and not by a template, so that nothing in a ticket can break out of
 * its string.
 */
public final class ProviderWire {
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
      @Variable("text") String text)
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
   * @param text what is embedded
   */
  public byte[] embeddingRequest(String model, int dimensions, @Variable("text") String text)
      throws JsonProcessingException {
    ObjectNode request = json.createObjectNode();
    request.put("model", model);
    request.put("input", text);
    request.put("encoding_format", "float");
    request.put("dimensions", dimensions);
    return json.writeValueAsBytes(request);
  }

  /**
   * Reads the answer to a chat request. How it ended is looked at before its content, since half an
   * answer may look whole.
   *
   * @throws InvalidAnswer when there is none to use
   */
  public ChatAnswer chatAnswer(@Body byte[] body) {
    JsonNode answer = read(body);
    JsonNode choice = answer.path("choices").path(0);
    JsonNode message = choice.path("message");
    if (choice.isMissingNode()) {
      throw new InvalidAnswer("the answer holds no choice");
    }
    if (choice.path("finish_reason").asText().equals("length")) {
      throw new InvalidAnswer("the answer was cut off at its longest length");
    }
    if (message.path("refusal").isTextual()) {
      throw new InvalidAnswer("the model refused to answer");
    }
    String content = message.path("content").asText("");
    if (!message.path("content").isTextual() || content.isBlank()) {
      throw new InvalidAnswer("the answer is empty");
    }
    int prompt = answer.path("usage").path("prompt_tokens").asInt();
    int completion = answer.path("usage").path("completion_tokens").asInt();
    return new ChatAnswer(
        StorableText.of(content),
        new Usage(model(answer), prompt, completion, prices.chat(prompt, completion)));
  }

  /**
   * Reads the answer to an embedding request.
   *
   * @param dimensions how many numbers were asked for
   * @throws InvalidAnswer when it is not a vector of that many finite numbers
   */
  public EmbeddingAnswer embeddingAnswer(int dimensions, @Body byte[] body) {
    JsonNode answer = read(body);
    JsonNode numbers = answer.path("data").path(0).path("embedding");
    if (!numbers.isArray()) {
      throw new InvalidAnswer("the answer holds no embedding");
    }
    if (numbers.size() != dimensions) {
      throw new InvalidAnswer("WrongDimension %d≠%d".formatted(numbers.size(), dimensions));
    }
    Float[] vector = new Float[dimensions];
    for (int i = 0; i < dimensions; i++) {
      if (!numbers.get(i).isNumber() || !Float.isFinite(numbers.get(i).floatValue())) {
        throw new InvalidAnswer("the embedding holds something that is not a number");
      }
      vector[i] = numbers.get(i).floatValue();
    }
    int tokens = answer.path("usage").path("prompt_tokens").asInt();
    return new EmbeddingAnswer(vector, new Usage(model(answer), tokens, 0, prices.embed(tokens)));
  }

  private ObjectNode message(String role, String content) {
    return json.createObjectNode().put("role", role).put("content", content);
  }

  private static String model(JsonNode answer) {
    return StorableText.of(answer.path("model").asText("unknown"));
  }

  private JsonNode read(byte[] body) {
    try {
      JsonNode answer = json.readTree(body);
      if (answer.isObject()) {
        return answer;
      }
    } catch (IOException unreadable) {
      // Its message quotes the answer, which may quote the customer: it is not passed on.
    }
    throw new InvalidAnswer("the answer is not JSON");
  }
}
