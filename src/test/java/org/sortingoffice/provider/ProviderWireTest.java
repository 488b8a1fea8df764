package org.sortingoffice.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Base64;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** H42, H46, H47, H51, H52, Q23: answers that look good and are not, and those that are. */
class ProviderWireTest {
  private static final JsonMapper JSON =
      JsonMapper.builder().enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS).build();

  private final ProviderWire wire =
      new ProviderWire(
          new Prices(new BigDecimal("0.15"), new BigDecimal("0.60"), new BigDecimal("0.02")));

  // --- Chat ---

  @Test
  void anAnswerIsItsTextAndWhatItUsed_contract35() {
    ChatAnswer answer =
        chat(
            """
            {"model":"small","choices":[{"message":{"content":"Hello"},"finish_reason":"stop"}],
             "usage":{"prompt_tokens":100,"completion_tokens":20}}""");

    assertThat(answer.text()).isEqualTo("Hello");
    assertThat(answer.cleaned()).isFalse();
    assertThat(answer.usage().model()).isEqualTo("small");
    assertThat(answer.usage().costUsd()).isEqualByComparingTo("0.000027");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{\"choices\":null}",
        "{\"choices\":[]}",
        "{\"choices\":{}}",
        "{\"choices\":\"x\"}",
        "{\"choices\":[null]}",
        "{\"choices\":[\"x\"]}",
        "{\"choices\":[],\"prompt_filter_results\":[{\"prompt_index\":0}]}"
      })
  void anAnswerWithoutAChoiceIsInvalid_H41_H42(String answer) {
    assertThatThrownBy(() -> chat(answer))
        .isExactlyInstanceOf(InvalidAnswer.class)
        .hasMessage("the answer holds no choice");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"null", "\"\"", "\"  \\n \"", "5", "{}", "[]", "[{\"type\":\"image\"}]", "true"})
  void anAnswerWithoutContentIsInvalid_H47(String content) {
    assertThatThrownBy(() -> chat(choice(content, "stop")))
        .isExactlyInstanceOf(InvalidAnswer.class)
        .hasMessage("the answer is empty");
  }

  @Test
  void textPartsAreJoined_H47() {
    String parts =
        "[{\"type\":\"text\",\"text\":\"Hel\"},{\"type\":\"image\"},{\"type\":\"text\",\"text\":\"lo\"}]";

    assertThat(chat(choice(parts, "stop")).text()).isEqualTo("Hello");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"\"Half a rep\"", "null", "\"{\\\"team\\\":\\\"billing\\\",\\\"priority\\\":1}\""})
  void anAnswerCutOffIsNeverUsedHoweverWholeItLooks_H46(String content) {
    for (String reason : new String[] {"length", "max_tokens"}) {
      assertThatThrownBy(() -> chat(choice(content, reason)))
          .isExactlyInstanceOf(OutputTruncated.class);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"content\":null,\"refusal\":\"I cannot help with that.\"}",
        "{\"content\":\"\",\"refusal\":\"I cannot help with that.\"}",
        "{\"content\":[{\"type\":\"refusal\",\"refusal\":\"I cannot help with that.\"}]}"
      })
  void aRefusalIsForAPersonAndItsWordsAreNotKept_H47(String message) {
    assertThatThrownBy(
            () -> chat("{\"choices\":[{\"message\":" + message + ",\"finish_reason\":\"stop\"}]}"))
        .isExactlyInstanceOf(Refused.class)
        .hasMessageNotContaining("cannot help");
  }

  @Test
  void anEmptyRefusalIsNone() {
    assertThat(
            chat("{\"choices\":[{\"message\":{\"content\":\"Hello\",\"refusal\":null}}]}").text())
        .isEqualTo("Hello");
  }

  @Test
  void anAnswerThatTheFilterStoppedIsToldAsThat_H48() {
    assertThatThrownBy(() -> chat(choice("null", "content_filter")))
        .isExactlyInstanceOf(ContentFiltered.class);
  }

  @Test
  void anAnswerThatTheProviderBrokeOffIsTriedAgain() {
    assertThatThrownBy(() -> chat(choice("\"Half\"", "error")))
        .isExactlyInstanceOf(ProviderUnavailable.class);
  }

  @Test
  void whatCannotBeStoredIsReplacedVisiblyAndNoted_Q23() {
    ChatAnswer answer = chat(choice("\"a\\u0000b\\ud800c\"", "stop"));

    assertThat(answer.text()).isEqualTo("a\uFFFDb\uFFFDc");
    assertThat(answer.cleaned()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "null",
        "{}",
        "{\"prompt_tokens\":-5}",
        "{\"prompt_tokens\":\"7\"}",
        "{\"prompt_tokens\":1e300}",
        "{\"prompt_tokens\":99999999999}",
        "{\"prompt_tokens\":NaN}"
      })
  void aCountOfTokensThatMakesNoSenseCountsAsNone(String usage) {
    ChatAnswer answer =
        chat("{\"choices\":[{\"message\":{\"content\":\"Hello\"}}],\"usage\":" + usage + "}");

    assertThat(answer.usage().promptTokens()).isZero();
    assertThat(answer.usage().costUsd()).isEqualByComparingTo("0");
    assertThat(answer.usage().model()).isEqualTo("unknown");
  }

  // --- Embeddings ---

  @Test
  void aVectorIsReadAsNumbers() {
    assertThat(embed("[0.5,-1,2e-3]", 3).vector()).containsExactly(0.5f, -1f, 0.002f);
  }

  @Test
  void aVectorIsReadAsBase64OfFloats_H52() {
    assertThat(embed('"' + base64(0.5f, -1f, 0.002f) + '"', 3).vector())
        .containsExactly(0.5f, -1f, 0.002f);
  }

  @ParameterizedTest
  @CsvSource({"1536", "96", "383", "0"})
  void aVectorOfAnotherLengthIsToldByBothLengths_H52(int found) {
    String numbers =
        IntStream.range(0, found).mapToObj(i -> "0.1").collect(Collectors.joining(",", "[", "]"));

    assertThatThrownBy(() -> embed(numbers, 384))
        .isExactlyInstanceOf(WrongDimension.class)
        .hasMessage(found + "≠384");
  }

  @Test
  void base64OfAnotherLengthIsToldByBothLengths_H52() {
    assertThatThrownBy(() -> embed('"' + base64(1f, 2f) + '"', 384))
        .isExactlyInstanceOf(WrongDimension.class)
        .hasMessage("2≠384");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[null,1,1]",
        "[\"NaN\",1,1]",
        "[\"0.5\",1,1]",
        "[NaN,1,1]",
        "[Infinity,1,1]",
        "[1e39,1,1]",
        "[true,1,1]",
        "[[1],1,1]",
        "[0,0,0]",
        "[0.0,-0.0,0]"
      })
  void aVectorHasFiniteNumbersAndNotOnlyZeros_H51(String numbers) {
    assertThatThrownBy(() -> embed(numbers, 3)).isExactlyInstanceOf(InvalidAnswer.class);
  }

  @Test
  void base64HasFiniteNumbersAndNotOnlyZeros_H51() {
    assertThatThrownBy(() -> embed('"' + base64(1f, Float.NaN) + '"', 2))
        .isExactlyInstanceOf(InvalidAnswer.class);
    assertThatThrownBy(() -> embed('"' + base64(0f, 0f) + '"', 2))
        .isExactlyInstanceOf(InvalidAnswer.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"not base64!\"", "\"AAA=\"", "null", "{}", "7"})
  void whatIsNoVectorIsInvalid(String embedding) {
    assertThatThrownBy(() -> embed(embedding, 3)).isExactlyInstanceOf(InvalidAnswer.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"{}", "{\"data\":[]}", "{\"data\":null}", "{\"data\":[{}]}"})
  void anAnswerWithoutAVectorIsInvalid_H52(String answer) {
    assertThatThrownBy(() -> wire.embeddingAnswer(3, tree(answer), null))
        .isExactlyInstanceOf(InvalidAnswer.class)
        .hasMessage("the answer holds no embedding");
  }

  @Test
  void aVectorIsAskedForAsNumbers_H52() throws IOException {
    JsonNode request = JSON.readTree(wire.embeddingRequest("m", 384, true, "float", "text"));

    assertThat(request.path("encoding_format").asText()).isEqualTo("float");
    assertThat(request.path("dimensions").asInt()).isEqualTo(384);
  }

  @Test
  void aTicketCannotBreakOutOfItsString() throws IOException {
    String text = "\"}],\"model\":\"other\u0000\n\\ud800";
    JsonNode request =
        JSON.readTree(wire.chatRequest("m", "0", 50, "json_object", "sort", null, text));

    assertThat(request.path("model").asText()).isEqualTo("m");
    assertThat(request.at("/messages/1/content").asText()).isEqualTo(text);
    assertThat(request.at("/response_format/type").asText()).isEqualTo("json_object");
  }

  @Test
  void aModelThatKnowsOneLengthIsNotAskedForIt() throws IOException {
    assertThat(
            JSON.readTree(wire.embeddingRequest("m", 1024, false, "float", "text"))
                .has("dimensions"))
        .isFalse();
  }

  @Test
  void whatAServerRefusesCanBeLeftOut() throws IOException {
    JsonNode request =
        JSON.readTree(
            new ProviderWire(
                    new Prices(BigDecimal.ONE, BigDecimal.ONE, BigDecimal.ONE),
                    "max_completion_tokens")
                .chatRequest("m", "", 50, "none", "sort", null, "text"));

    assertThat(request.fieldNames())
        .toIterable()
        .containsExactly("model", "messages", "max_completion_tokens");
  }

  @Test
  void aSchemaIsSentAsOpenAiDocumentsIt() throws IOException {
    JsonNode request =
        JSON.readTree(
            wire.chatRequest(
                "m", "0.2", 50, "json_schema", "sort", "{\"type\":\"object\"}", "text"));

    assertThat(request.path("response_format"))
        .isEqualTo(
            JSON.readTree(
                """
                {"type":"json_schema","json_schema":{"name":"answer","strict":true,"schema":{"type":"object"}}}"""));
    assertThat(request.path("temperature").asDouble()).isEqualTo(0.2);
  }

  @Test
  void anUnknownFormatIsRefused() {
    assertThatThrownBy(() -> wire.chatRequest("m", "", 50, "xml", "sort", null, "text"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("json_schema");
  }

  private static String choice(String content, String reason) {
    return """
        {"choices":[{"message":{"content":%s},"finish_reason":"%s"}]}"""
        .formatted(content, reason);
  }

  private ChatAnswer chat(String answer) {
    return wire.chatAnswer(tree(answer), null);
  }

  private EmbeddingAnswer embed(String embedding, int dimensions) {
    return wire.embeddingAnswer(
        dimensions, tree("{\"data\":[{\"embedding\":" + embedding + "}]}"), null);
  }

  private static JsonNode tree(String json) {
    try {
      return JSON.readTree(json);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(json, e);
    }
  }

  private static String base64(float... numbers) {
    ByteBuffer bytes =
        ByteBuffer.allocate(numbers.length * Float.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    for (float number : numbers) {
      bytes.putFloat(number);
    }
    return Base64.getEncoder().encodeToString(bytes.array());
  }
}
