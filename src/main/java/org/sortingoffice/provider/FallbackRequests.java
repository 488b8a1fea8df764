package org.sortingoffice.provider;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.apache.camel.Exchange;

/**
 * Makes a request for the default provider one for the fallback: with its model, and with what else
 * it wants otherwise. What is not named here stays as the step asked for it.
 */
public final class FallbackRequests {
  /** What providers call the longest answer. */
  private static final String[] LONGEST_ANSWER = {"max_tokens", "max_completion_tokens"};

  private final ObjectMapper json = new ObjectMapper();
  private final Map<String, Of> steps;
  private final String maxTokensMember;

  /**
   * What a step asks of the fallback.
   *
   * @param model which model
   * @param temperature how freely it may answer, {@code ""} for not sending it; empty: as of the
   *     default provider
   * @param format {@code none}, {@code json_object} or {@code json_schema}; empty: as of the
   *     default provider
   * @param dimensions what the request says about the length of a vector, 0 for nothing; empty: as
   *     of the default provider
   */
  public record Of(
      String model,
      Optional<String> temperature,
      Optional<String> format,
      OptionalInt dimensions) {}

  /**
   * @param steps the steps for which it is good
   * @param maxTokensMember what it calls the longest answer
   */
  public FallbackRequests(Map<String, Of> steps, String maxTokensMember) {
    this.steps = Map.copyOf(steps);
    this.maxTokensMember = maxTokensMember;
  }

  /** The body, the JSON of a request, becomes that of the same request to the fallback. */
  void translate(Exchange exchange, String step) throws IOException {
    JsonNode asked = json.readTree(exchange.getMessage().getBody(byte[].class));
    if (asked instanceof ObjectNode request) {
      String schema = exchange.getVariable("answerSchema", String.class);
      translate(request, steps.get(step), schema);
      exchange.getMessage().setBody(json.writeValueAsBytes(request));
    }
  }

  private void translate(ObjectNode request, Of step, String schema) throws IOException {
    request.put("model", step.model());
    for (String name : LONGEST_ANSWER) {
      JsonNode longest = request.remove(name);
      if (longest != null) {
        request.set(maxTokensMember, longest);
        break;
      }
    }
    boolean isChat = request.has("messages");
    if (isChat && step.temperature().isPresent()) {
      String temperature = step.temperature().get();
      request.remove("temperature");
      if (!temperature.isBlank()) {
        request.put("temperature", Double.parseDouble(temperature));
      }
    }
    if (isChat && step.format().isPresent()) {
      request.remove("response_format");
      ResponseFormat.ask(request, step.format().get(), schema, json);
    }
    if (!isChat && step.dimensions().isPresent()) {
      request.remove("dimensions");
      if (step.dimensions().getAsInt() > 0) {
        request.put("dimensions", step.dimensions().getAsInt());
      }
    }
  }
}
