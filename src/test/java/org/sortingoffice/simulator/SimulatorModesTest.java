package org.sortingoffice.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sortingoffice.simulator.RunningSimulator.Answer;

/** Every mode whose answer is a whole HTTP answer. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SimulatorModesTest {
  private RunningSimulator simulator;

  @BeforeAll
  void start() {
    simulator = RunningSimulator.start();
  }

  @AfterAll
  void stop() {
    simulator.close();
  }

  @AfterEach
  void calm() {
    simulator.mode("{\"mode\":\"normal\"}");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "outage               |                     | 503 | service_unavailable",
        "outage               | \"status\":500      | 500 | service_unavailable",
        "outage_504           |                     | 504 | upstream request timeout",
        "html_502             |                     | 502 | <h1>502 Bad Gateway</h1>",
        "edge_520             |                     | 520 | 198.51.100.23",
        "overloaded_529       |                     | 529 | overloaded_error",
        "billing              |                     | 429 | \"type\":\"insufficient_quota\"",
        "billing              |                     | 429 | \"code\":\"credit_balance_exhausted\"",
        "billing_402          |                     | 402 | payment_required",
        "bad_key_401          |                     | 401 | sk-proj-****",
        "bad_key_401          | \"status\":403      | 403 | invalid_api_key",
        "context_400          |                     | 400 | context_length_exceeded",
        "context_400          | \"code\":\"none\"   | 400 | \"code\":null",
        "filter_400           |                     | 400 | content_filter",
        "filter_400           | \"code\":\"none\"   | 400 | \"code\":null",
        "nul_in_error         |                     | 500 | bad\0gateway",
        "ok_with_error        |                     | 200 | \"code\":502",
        "ok_with_error        | \"code\":429        | 200 | \"code\":429",
        "ok_with_error        | \"code\":\"invalid_request\" | 200 | \"code\":\"invalid_request\"",
        "html_200             |                     | 200 | guest network",
        "raw                  | \"status\":413,\"body\":{\"error\":\"x\"} | 413 | {\"error\":\"x\"}"
      })
  void answersEveryKindOfCallWith(String mode, String parameters, int status, String part) {
    put(mode, parameters);
    Answer chat = simulator.draft("Parcel lost");
    assertThat(chat.status()).isEqualTo(status);
    assertThat(chat.body()).contains(part);
    assertThat(chat.header("Retry-After")).isNull();
    assertThat(simulator.embed("Parcel lost").status()).isEqualTo(status);
  }

  @ParameterizedTest
  @CsvSource({
    "outage_504, text/plain",
    "html_502, text/html",
    "edge_520, text/html; charset=UTF-8",
    "html_200, text/html",
    "nul_in_error, text/plain",
    "outage, application/json"
  })
  void saysWhatItsBodyIs(String mode, String type) {
    put(mode, null);
    assertThat(simulator.draft("Parcel lost").header("Content-Type")).isEqualTo(type);
  }

  @ParameterizedTest
  @ValueSource(strings = {"outage", "outage_504", "html_502", "edge_520", "overloaded_529"})
  void anUnavailableProviderMayHint(String mode) {
    put(mode, "\"header\":\"20\"");
    assertThat(simulator.draft("Parcel lost").header("Retry-After")).isEqualTo("20");
  }

  @Test
  void empty200HasNoBody() {
    put("empty_200", null);
    Answer answer = simulator.draft("Parcel lost");
    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.body()).isEmpty();
  }

  @Test
  void flakyFailsAShareAndTheSameCallsInEveryRun() {
    put("flaky", "\"rate\":0.5");
    String first = flakyRun();
    assertThat(first).contains("200").contains("503");
    assertThat(flakyRun()).isEqualTo(first);
  }

  @Test
  void flakyTakesItsRateFromAMarker() {
    assertThat(simulator.classify("Parcel lost [sim:flaky=1]").status()).isEqualTo(503);
    assertThat(simulator.classify("Parcel lost [sim:flaky=0]").status()).isEqualTo(200);
  }

  private String flakyRun() {
    simulator.forgetCalls();
    StringBuilder run = new StringBuilder();
    for (int i = 0; i < 20; i++) {
      run.append(' ').append(simulator.classify("Ticket " + i).status());
    }
    return run.toString();
  }

  @Test
  void echoPromptInErrorGivesTextAndCredentialAway() {
    put("echo_prompt_in_error", null);
    Answer answer = simulator.draft("Parcel lost");
    assertThat(answer.status()).isEqualTo(500);
    assertThat(answer.at("/error/message").textValue())
        .contains("Subject: Parcel lost")
        .contains("Bearer sk-test a/b")
        .contains("Bearer+sk-test+a%2Fb")
        .contains("Subject%3A+Parcel+lost");
  }

  @Test
  void choicesEmptyHoldsOnlyTheFiltersResult() {
    put("choices_empty", null);
    JsonNode answer = simulator.draft("Parcel lost").json();
    assertThat(answer.path("choices").isArray()).isTrue();
    assertThat(answer.path("choices")).isEmpty();
    assertThat(answer.path("prompt_filter_results")).hasSize(1);
  }

  @Test
  void choicesNullIsNull() {
    put("choices_null", null);
    assertThat(simulator.draft("Parcel lost").at("/choices").isNull()).isTrue();
  }

  @Test
  void choiceErrorHoldsAnErrorInsteadOfAMessage() {
    put("choice_error", "\"code\":429");
    assertThat(simulator.draft("Parcel lost").at("/choices/0/error/code").intValue())
        .isEqualTo(429);
  }

  @Test
  void contentNullIsNull() {
    put("content_null", null);
    assertThat(simulator.draft("Parcel lost").at("/choices/0/message/content").isNull()).isTrue();
  }

  @Test
  void contentPartsTogetherAreTheContent() {
    String whole = simulator.draft("Parcel lost").content();
    put("content_parts", null);
    JsonNode parts = simulator.draft("Parcel lost").at("/choices/0/message/content");
    assertThat(parts.at("/0/text").textValue() + parts.at("/1/text").textValue()).isEqualTo(whole);
  }

  @Test
  void refusalHasNoContent() {
    put("refusal", null);
    JsonNode message = simulator.draft("Parcel lost").at("/choices/0/message");
    assertThat(message.path("content").isNull()).isTrue();
    assertThat(message.path("refusal").textValue()).isNotBlank();
  }

  @Test
  void truncatedEndsInsideAWord() {
    String whole = simulator.draft("Parcel lost").content();
    put("truncated", null);
    Answer answer = simulator.draft("Parcel lost");
    assertThat(answer.at("/choices/0/finish_reason").textValue()).isEqualTo("length");
    assertThat(whole).startsWith(answer.content());
    assertThat(whole.substring(answer.content().length() - 1)).matches("(?s)\\p{L}{2}.*");
    assertThat(simulator.classify("Parcel lost").content()).startsWith("{").doesNotEndWith("}");
    put("truncated", "\"content\":\"none\"");
    assertThat(simulator.draft("Parcel lost").content()).isNull();
  }

  @Test
  void fencedJsonStandsBetweenFences() {
    String json = simulator.classify("Parcel lost").content();
    put("fenced", null);
    assertThat(simulator.classify("Parcel lost").content()).isEqualTo("```json\n" + json + "\n```");
    put("fenced", "\"language\":\"\"");
    assertThat(simulator.classify("Parcel lost").content()).isEqualTo("```\n" + json + "\n```");
  }

  @Test
  void thinkAndProseStandAroundTheAnswer() {
    String json = simulator.classify("Parcel lost").content();
    put("think", null);
    assertThat(simulator.classify("Parcel lost").content())
        .startsWith("<think>\n")
        .endsWith("</think>\n\n" + json);
    put("prose", null);
    assertThat(simulator.classify("Parcel lost").content())
        .contains(json)
        .doesNotStartWith("{")
        .doesNotEndWith("}");
  }

  @Test
  void badLabelIsATeamThatNobodyOffered() {
    put("bad_label", null);
    assertThat(simulator.classify("Parcel lost").content())
        .isEqualTo("{\"team\":\"Refunds\",\"priority\":1}");
    assertThat(simulator.draft("Parcel lost").content()).startsWith("Hello");
  }

  @Test
  void saySaysExactlyThat() {
    put("say", "\"content\":{\"team\":\"Billing \",\"priority\":7},\"finish\":\"stop\"");
    assertThat(simulator.classify("Parcel lost").content())
        .isEqualTo("{\"team\":\"Billing \",\"priority\":7}");
  }

  @Test
  void oddCharactersAreSentAsEscapes() {
    put("nul_in_reply", null);
    assertThat(simulator.draft("Parcel lost").body()).contains("\\u0000").doesNotContain("\0");
    assertThat(simulator.draft("Parcel lost").content()).contains("\0");
    put("lone_surrogate", null);
    assertThat(simulator.draft("Parcel lost").body()).contains("\\ud83d");
  }

  @Test
  void oversizeReplyIsAsLongAsAsked() {
    put("oversize_reply", null);
    assertThat(simulator.draft("Parcel lost").body().length()).isGreaterThan(20_000_000);
    put("oversize_reply", "\"megabytes\":1.5");
    assertThat(simulator.draft("Parcel lost").content()).hasSize(1_500_000);
  }

  @Test
  void nanIsAnErrorOrStandsInTheVector() {
    put("nan", null);
    Answer error = simulator.embed("Parcel lost");
    assertThat(error.status()).isEqualTo(500);
    assertThat(error.body()).contains("unsupported value: NaN");
    put("nan", "\"form\":\"null\"");
    assertThat(simulator.embed("Parcel lost").at("/data/0/embedding/0").isNull()).isTrue();
    put("nan", "\"form\":\"string\"");
    JsonNode vector = simulator.embed("Parcel lost").at("/data/0/embedding");
    assertThat(vector.get(0).textValue()).isEqualTo("NaN");
    assertThat(vector).hasSize(384);
    put("nan", "\"form\":\"zeros\"");
    assertThat(simulator.embed("Parcel lost").at("/data/0/embedding"))
        .hasSize(384)
        .allMatch(number -> number.doubleValue() == 0);
  }

  @ParameterizedTest
  @CsvSource({"'', 1536", "'\"dimensions\":96', 96"})
  void wrongDimHasAnotherLength(String parameters, int length) {
    put("wrong_dim", parameters.isEmpty() ? null : parameters);
    assertThat(simulator.embed("Parcel lost").at("/data/0/embedding")).hasSize(length);
  }

  @Test
  void wrongDimOfZeroHasNoVectorAtAll() {
    put("wrong_dim", "\"dimensions\":0");
    assertThat(simulator.embed("Parcel lost").at("/data")).isEmpty();
  }

  @Test
  void base64VectorHoldsTheSameNumbers() {
    double first = simulator.embed("Parcel lost").at("/data/0/embedding/0").doubleValue();
    put("base64_vector", null);
    String text = simulator.embed("Parcel lost").at("/data/0/embedding").textValue();
    ByteBuffer bytes =
        ByteBuffer.wrap(Base64.getDecoder().decode(text)).order(ByteOrder.LITTLE_ENDIAN);
    assertThat(bytes.remaining()).isEqualTo(384 * Float.BYTES);
    assertThat((double) bytes.getFloat()).isCloseTo(first, within(1e-6));
  }

  @Test
  void h2cStrictLosesTheBodyOfAnUpgradedCallOnly() throws IOException, InterruptedException {
    put("h2c_strict", null);
    assertThat(simulator.draft("Parcel lost").status()).isEqualTo(200);
    HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_2).build();
    assertThat(
            client
                .send(simulator.chatRequest("Parcel lost", false).build(), BodyHandlers.ofString())
                .statusCode())
        .isEqualTo(400);
  }

  @Test
  void aModeOfAnotherKindOfCallLeavesACallNormal() {
    put("wrong_dim", null);
    assertThat(simulator.draft("Parcel lost").content()).startsWith("Hello");
    put("refusal", null);
    assertThat(simulator.embed("Parcel lost").at("/data/0/embedding")).hasSize(384);
  }

  @Test
  void everyModeStandsInTheReadme() throws IOException {
    String readme = Files.readString(Path.of("simulator/README.md"));
    JsonNode modes = simulator.get("/admin/mode").json().path("available");
    assertThat(modes).hasSizeGreaterThan(40);
    assertThat(modes).allSatisfy(mode -> assertThat(readme).contains("`" + mode.textValue() + "`"));
  }

  private void put(String mode, String parameters) {
    simulator.mode(
        "{\"mode\":\"" + mode + '"' + (parameters == null ? "" : "," + parameters) + '}');
  }
}
