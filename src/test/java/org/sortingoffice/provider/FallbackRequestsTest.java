package org.sortingoffice.provider;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.apache.camel.Exchange;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.support.DefaultExchange;
import org.junit.jupiter.api.Test;

class FallbackRequestsTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String CHAT =
      """
      {"model":"first","messages":[{"role":"user","content":"hi"}],"temperature":0.2,"max_tokens":50,
       "response_format":{"type":"json_object"},"seed":7}""";

  @Test
  void onlyTheModelIsAnotherWhenNothingElseIsSaid() throws IOException {
    JsonNode request =
        translated(CHAT, of(Optional.empty(), Optional.empty(), OptionalInt.empty()), "max_tokens");

    assertThat(request).isEqualTo(JSON.readTree(CHAT.replace("\"first\"", "\"second\"")));
  }

  @Test
  void theLongestAnswerIsCalledAsTheFallbackCallsIt() throws IOException {
    JsonNode request =
        translated(
            CHAT,
            of(Optional.of(""), Optional.of("none"), OptionalInt.empty()),
            "max_completion_tokens");

    assertThat(request.fieldNames())
        .toIterable()
        .containsExactlyInAnyOrder("model", "messages", "max_completion_tokens", "seed");
    assertThat(request.path("max_completion_tokens").asInt()).isEqualTo(50);
  }

  @Test
  void aSchemaIsAskedForWithTheStepsOwn() throws IOException {
    JsonNode request =
        translated(
            CHAT,
            of(Optional.of("1"), Optional.of("json_schema"), OptionalInt.empty()),
            "max_tokens");

    assertThat(request.at("/response_format/json_schema/schema/type").asText()).isEqualTo("object");
    assertThat(request.path("temperature").asDouble()).isEqualTo(1);
  }

  @Test
  void anEmbeddingKeepsToItsOwnMembers() throws IOException {
    String asked = "{\"model\":\"first\",\"input\":\"hi\"}";

    assertThat(
            translated(
                asked, of(Optional.of("1"), Optional.of("json_object"), OptionalInt.of(384)), "x"))
        .isEqualTo(JSON.readTree("{\"model\":\"second\",\"input\":\"hi\",\"dimensions\":384}"));
    assertThat(
            translated(
                asked.replace("}", ",\"dimensions\":9}"),
                of(Optional.empty(), Optional.empty(), OptionalInt.of(0)),
                "x"))
        .isEqualTo(JSON.readTree("{\"model\":\"second\",\"input\":\"hi\"}"));
  }

  private static FallbackRequests.Of of(
      Optional<String> temperature, Optional<String> format, OptionalInt dimensions) {
    return new FallbackRequests.Of("second", temperature, format, dimensions);
  }

  private static JsonNode translated(String request, FallbackRequests.Of step, String longest)
      throws IOException {
    Exchange exchange = new DefaultExchange(new DefaultCamelContext());
    exchange.getMessage().setBody(request.getBytes(java.nio.charset.StandardCharsets.UTF_8));
    exchange.setVariable("answerSchema", "{\"type\":\"object\"}");
    new FallbackRequests(Map.of("classify", step), longest).translate(exchange, "classify");
    return JSON.readTree(exchange.getMessage().getBody(byte[].class));
  }
}
