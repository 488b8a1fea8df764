package org.sortingoffice.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.sortingoffice.provider.Responses.error;
import static org.sortingoffice.provider.Responses.html;
import static org.sortingoffice.provider.Responses.json;
import static org.sortingoffice.provider.Responses.of;
import static org.sortingoffice.provider.Responses.with;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sortingoffice.jobs.JobFailure.Consequence;
import org.sortingoffice.provider.ProviderBlocked.Reason;

/** One test for each row of the table in docs/delivery.md, as far as a response decides it. */
class ResponseOutcomeTest {
  private static final String GOOD =
      """
      {"choices":[{"message":{"content":"hello"},"finish_reason":"stop"}],"error":null}""";
  private static final String PAGE =
      "<!DOCTYPE html><html><body>Bad gateway. Your IP: 203.0.113.7</body></html>";

  private final ResponseOutcome outcome =
      new ResponseOutcome(
          new RetryHints(
              InstantSource.fixed(Instant.parse("2026-11-01T12:00:00Z")), Duration.ofHours(1)));

  // --- The provider cannot work now: the attempt is spent, another one follows ---

  @ParameterizedTest
  @ValueSource(ints = {500, 501, 502, 503, 504, 507, 520, 521, 524, 529, 599})
  void anyServerErrorMeansThatTheProviderIsUnavailable_contract20_H50(int status) {
    ProviderFailure failure = failure(json(status, error("service_unavailable", "Try later.")));

    assertUnavailable(failure);
    assertThat(failure).hasMessage("the provider answered " + status);
    assertThat(failure.status()).isEqualTo(status);
  }

  @ParameterizedTest
  @ValueSource(ints = {408, 409, 425, 301, 302, 307, 304})
  void whatPassesOrNeverCameFromTheProviderIsTriedAgain(int status) {
    assertUnavailable(failure(json(status, "")));
  }

  @ParameterizedTest
  @ValueSource(ints = {200, 203, 302, 401, 403, 404, 407, 502, 520})
  void aPageForABrowserIsNotTheProvidersWord_H50(int status) {
    for (ProviderResponse page : List.of(html(status, PAGE), json(status, "\n " + PAGE))) {
      ProviderFailure failure = failure(page);

      assertUnavailable(failure);
      assertThat(failure.getMessage()).doesNotContain("<", "203.0.113.7");
    }
  }

  @Test
  void jsonThatIsCalledHtmlIsStillJson() {
    assertThat(outcome.answer(html(200, GOOD)).path("choices")).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "\n\n\n", "\r\n\t \uFEFF"})
  void anEmptyAnswerIsTriedAgain_H53(String body) {
    for (int status : new int[] {200, 204}) {
      ProviderFailure failure = failure(json(status, body.replace("\uFEFF", "")));
      assertUnavailable(failure);
    }
  }

  @Test
  void aServersErrorIsToldByItsCodeWhereThatSaysMore() {
    assertThat(failure(json(500, error("model_crashed", "Sorry."))))
        .hasMessage("the provider answered 500 (model_crashed)");
  }

  @Test
  void aHintOfAServersErrorIsAFloorUnderTheBackoff_contract20() {
    ProviderFailure failure = failure(with(json(503, "{}"), "Retry-After", "20"));

    assertUnavailable(failure);
    assertThat(failure.waitAtLeastMillis()).isEqualTo(20_000);
    assertThat(failure.rawHint()).isEqualTo("20");
  }

  // --- The provider asks to slow down: nothing is spent ---

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{}",
        "not json",
        "{\"error\":{\"code\":\"rate_limit_exceeded\",\"type\":\"requests\",\"message\":\"Rate limit reached for"
            + " small-chat. Please try again in 6s. You can increase your limit by adding a payment method in your"
            + " billing settings.\"}}",
        "{\"error\":{\"type\":\"rate_limit_error\",\"message\":\"Number of tokens has exceeded your limit\"}}",
        "{\"error\":{\"code\":429,\"status\":\"RESOURCE_EXHAUSTED\",\"message\":\"You exceeded your current quota,"
            + " please check your plan and billing details.\",\"details\":[{\"retryDelay\":\"32s\"}]}}"
      })
  void tooManyRequestsMeanSlowDown_contract24(String body) {
    ProviderFailure failure = failure(json(429, body));

    assertThat(failure).isExactlyInstanceOf(ProviderRateLimited.class);
    assertThat(failure).hasMessage("the provider answered 429");
    assertThat(failure.consequence()).isEqualTo(Consequence.WAIT);
    assertThat(failure.waitReason()).isEqualTo("rate_limited");
    assertThat(failure.countsForBreaker()).isFalse();
  }

  @Test
  void aRateLimitFromAProxyIsOneToo() {
    ProviderFailure failure = failure(with(html(429, PAGE), "Retry-After", "7"));

    assertThat(failure).isExactlyInstanceOf(ProviderRateLimited.class);
    assertThat(failure.waitAtLeastMillis()).isEqualTo(7_000);
  }

  // --- The provider is blocked until a person does something: nothing is spent ---

  @ParameterizedTest
  @ValueSource(
      strings = {
        "insufficient_quota",
        "credit_balance_exhausted",
        "billing_hard_limit_reached",
        "quota_exhausted",
        "spend_limit_reached",
        "spending_limit_exceeded",
        "insufficient_credits",
        "billing_not_active"
      })
  void anExhaustedCreditBlocksByWhateverNameItHas_contract26_H32(String code) {
    for (int status : new int[] {429, 403, 402, 401, 400}) {
      assertBlocked(failure(json(status, error(code, "No."))), Reason.CREDIT);
    }
    assertBlocked(
        failure(json(429, "{\"error\":{\"type\":\"" + code + "\",\"message\":\"No.\"}}")),
        Reason.CREDIT);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "You exceeded your current quota, please check your plan and billing details.",
        "You have reached your spend limit.",
        "Your credit balance is too low.",
        "Billing hard limit has been reached"
      })
  void anExhaustedCreditWithoutACodeBlocksByItsWording_contract26(String message) {
    assertBlocked(failure(json(429, error(null, message))), Reason.CREDIT);
    assertBlocked(failure(json(403, error(null, message))), Reason.CREDIT);
  }

  @Test
  void aPaymentRequiredBlocksWhateverItSays_contract26() {
    assertBlocked(failure(json(402, "")), Reason.CREDIT);
  }

  @ParameterizedTest
  @ValueSource(ints = {401, 403, 407})
  void aRefusedCredentialBlocks_contract26(int status) {
    ProviderFailure failure =
        failure(json(status, error("invalid_api_key", "Incorrect API key provided: sk-abc123.")));

    assertBlocked(failure, Reason.CREDENTIAL);
    assertThat(failure).hasMessage("the provider answered %d (invalid_api_key)".formatted(status));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"error\":{\"code\":400,\"status\":\"INVALID_ARGUMENT\",\"message\":\"API key not valid.\","
            + "\"details\":[{\"reason\":\"API_KEY_INVALID\"}]}}",
        "{\"error\":{\"type\":\"authentication_error\",\"message\":\"invalid x-api-key\"}}"
      })
  void someProvidersRefuseACredentialWith400(String body) {
    assertBlocked(failure(json(400, body)), Reason.CREDENTIAL);
  }

  @Test
  void someProvidersTellOfCreditWith400() {
    String body =
        "{\"type\":\"error\",\"error\":{\"type\":\"invalid_request_error\",\"message\":\"Your credit balance is too low"
            + " to access the API.\"}}";

    assertBlocked(failure(json(400, body)), Reason.CREDIT);
  }

  @Test
  void aRejectionThatQuotesATicketAboutCreditBlocksNobody() {
    String body =
        error("invalid_request_error", "Cannot process: 'My credit balance and billing are wrong'");

    assertRejected(failure(json(400, body)), RequestRejected.class);
  }

  // --- The request will never be taken: failed at once ---

  @ParameterizedTest
  @ValueSource(ints = {400, 404, 405, 410, 413, 414, 415, 422, 431})
  void aRejectedRequestFailsAtOnce_contract23(int status) {
    ProviderFailure failure =
        failure(
            with(
                json(status, error("bad_thing", "No.")),
                "X-Request-Id",
                "req_0123456789abcdef0123"));

    assertRejected(failure, RequestRejected.class);
    assertThat(failure)
        .hasMessage(
            "the provider answered %d (bad_thing, request req_0123456789abcdef0123)"
                .formatted(status));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "400 | {\"error\":{\"code\":\"content_filter\",\"message\":\"No.\"}}",
        "400 | {\"error\":{\"code\":null,\"message\":\"The response was filtered due to the prompt triggering Azure"
            + " OpenAI's content management policy.\"}}",
        "400 | {\"error\":{\"code\":\"x\",\"innererror\":{\"code\":\"ResponsibleAIPolicyViolation\"}}}",
        "400 | {\"error\":{\"code\":\"content_policy_violation\",\"message\":\"rejected by our safety system\"}}",
        "403 | {\"error\":{\"code\":\"moderation\",\"message\":\"Your input was flagged\"}}",
        "422 | {\"error\":{\"message\":\"Your request was flagged by the content filter.\"}}"
      })
  void aContentFilterIsToldByItsName_H48(int status, String body) {
    assertRejected(failure(json(status, body)), ContentFiltered.class);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "400 | {\"error\":{\"code\":\"context_length_exceeded\",\"message\":\"No.\"}}",
        "400 | {\"error\":{\"message\":\"This model's maximum context length is 8192 tokens.\"}}",
        "400 | {\"error\":{\"type\":\"invalid_request_error\",\"message\":\"prompt is too long: 210000 tokens\"}}",
        "400 | {\"object\":\"error\",\"message\":\"Input is too long for requested model.\",\"code\":400}",
        "400 | {\"error\":\"input length exceeds the context window\"}",
        "400 | {\"error\":{\"message\":\"Please reduce the length of the messages.\"}}",
        "413 | {\"error\":{\"type\":\"request_too_large\",\"message\":\"Request exceeds the maximum size\"}}",
        "422 | {\"detail\":\"The input token count (9000) exceeds the maximum number of tokens allowed\"}",
        "400 | [{\"error\":{\"code\":400,\"message\":\"too many tokens\"}}]"
      })
  void aTextTooLongForTheModelIsToldByItsName_H49(int status, String body) {
    assertRejected(failure(json(status, body)), ContextTooLong.class);
  }

  // --- A good status with an error inside: by its inner code ---

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"error\":{\"code\":429,\"message\":\"slow\"}} | ProviderRateLimited",
        "{\"error\":{\"code\":\"429\",\"message\":\"slow\"}} | ProviderRateLimited",
        "{\"error\":{\"code\":\"rate_limit_exceeded\"}} | ProviderRateLimited",
        "{\"error\":\"Too many requests\"} | ProviderRateLimited",
        "{\"error\":{\"code\":502,\"message\":\"Upstream\"}} | ProviderUnavailable",
        "{\"error\":{\"code\":\"server_error\"}} | ProviderUnavailable",
        "{\"error\":{\"type\":\"overloaded_error\"}} | ProviderUnavailable",
        "{\"error\":\"Model is loading\"} | ProviderUnavailable",
        "{\"error\":{\"code\":1301,\"message\":\"?\"}} | ProviderUnavailable",
        "{\"error\":{\"code\":\"invalid_request\"}} | RequestRejected",
        "{\"error\":{\"type\":\"invalid_request_error\"}} | RequestRejected",
        "{\"error\":{\"code\":404}} | RequestRejected",
        "{\"error\":{\"code\":\"content_filter\"}} | ContentFiltered",
        "{\"error\":{\"code\":\"context_length_exceeded\"}} | ContextTooLong",
        "{\"error\":{\"code\":402}} | ProviderBlocked",
        "{\"error\":{\"code\":\"insufficient_quota\"}} | ProviderBlocked",
        "{\"error\":{\"code\":\"invalid_api_key\"}} | ProviderBlocked",
        "{\"choices\":[{\"error\":{\"code\":502},\"finish_reason\":\"error\"}]} | ProviderUnavailable",
        "{\"choices\":[{\"error\":{\"code\":429}}]} | ProviderRateLimited",
        "{\"choices\":null,\"error\":{\"code\":\"invalid_request\"}} | RequestRejected"
      })
  void anErrorInsideAGoodAnswerIsTakenByItsInnerCode_H41(String body, String kind) {
    assertThat(failure(json(200, body)).getClass().getSimpleName()).isEqualTo(kind);
  }

  @Test
  void anErrorInsideAGoodAnswerIsToldAsThat() {
    assertThat(failure(json(200, "{\"error\":{\"code\":502}}")))
        .hasMessage("the provider answered 200 with an error (502)");
  }

  @ParameterizedTest
  @ValueSource(strings = {"null", "{}", "\"\"", "false"})
  void anErrorThatIsNoneDoesNotSpoilAnAnswer(String none) {
    assertThat(outcome.answer(json(200, GOOD.replace("\"error\":null", "\"error\":" + none))))
        .isNotNull();
  }

  // --- What is no JSON object ---

  @ParameterizedTest
  @ValueSource(
      strings = {
        "hello",
        "[1]",
        "\"text\"",
        "12",
        "null",
        "{\"choices\":[",
        "{} {}",
        "data: {}",
        "\u0000"
      })
  void anAnswerThatIsNoJsonObjectIsInvalid(String body) {
    ProviderFailure failure = failure(json(200, body));

    assertThat(failure).isExactlyInstanceOf(InvalidAnswer.class);
    assertThat(failure).hasMessage("the answer is not JSON");
    assertThat(failure.consequence()).isEqualTo(Consequence.FAIL);
    assertThat(failure.countsForBreaker()).isFalse();
  }

  @Test
  void blankLinesBeforeAnAnswerAreAccepted_H53() {
    assertThat(outcome.answer(json(200, "\n\n \r\n" + GOOD)).path("choices")).hasSize(1);
    assertThat(outcome.answer(json(200, "\uFEFF" + GOOD)).path("choices")).hasSize(1);
  }

  @Test
  void headersAreFoundWhateverTheirCase() {
    ProviderResponse response =
        of(
            429,
            Map.of("rEtRy-AfTeR", List.of("3"), "CONTENT-TYPE", List.of("application/json")),
            "");

    assertThat(failure(response).waitAtLeastMillis()).isEqualTo(3_000);
  }

  // --- Nothing leaks ---

  /** Whatever stands wherever in an answer: only what can be nothing but an identifier is shown. */
  @Test
  void nothingOfAnAnswerGetsIntoAnErrorButIdentifiers_H55() {
    List<String> secrets =
        List.of(
            "sk-proj-Abc123",
            "sk_live_0123456789",
            "AKIAIOSFODNN7EXAMPLE",
            "Authorization: Bearer sk-abc",
            "Bearer%20sk-abc%2Fdef",
            "Abcdef0123456789Abcdef0123456789",
            "203.0.113.7",
            "ip-10-0-0-1",
            "fe80::1",
            "https://api.example.org/v1?key=abc",
            "<b>Anna Schmidt</b>",
            "anna@example.org",
            "My parcel never came",
            "x".repeat(61),
            "line\nbreak",
            "nul\u0000");
    Random random = new Random(7);
    for (int round = 0; round < 3_000; round++) {
      String secret = secrets.get(random.nextInt(secrets.size()));
      String quoted =
          "\"" + String.valueOf(JsonStringEncoder.getInstance().quoteAsString(secret)) + "\"";
      String member =
          List.of("code", "type", "status", "message", "param", "reason").get(random.nextInt(6));
      String body =
          List.of(
                  "{\"error\":{\"" + member + "\":" + quoted + "}}",
                  "{\"error\":{\"code\":\"some_code\",\"" + member + "\":" + quoted + "}}",
                  "{\"error\":" + quoted + "}",
                  "{\"error\":{\"detail\":" + quoted + "}}",
                  "{\"error\":{\"details\":[{\"reason\":" + quoted + "}]}}",
                  secret,
                  "<html>" + secret)
              .get(random.nextInt(7));
      int status =
          List.of(200, 400, 401, 403, 404, 422, 429, 500, 503, 520).get(random.nextInt(10));
      ProviderResponse response =
          with(
              with(json(status, body), "x-request-id", isRandom(secret) ? "req-1" : secret),
              "Retry-After",
              String.valueOf(random.nextInt(9)));

      ProviderFailure failure = failure(response);

      String told = failure.getClass().getSimpleName() + ": " + failure.getMessage();
      assertThat(told).hasSizeLessThanOrEqualTo(200).doesNotContainIgnoringCase(secret);
      assertThat(told).matches("[\\w:,() .-]+");
      assertThat(failure.getCause()).isNull();
    }
  }

  /** A request's id is long and random; where it is one, it may be shown. */
  private static boolean isRandom(String secret) {
    return secret.startsWith("Abcdef");
  }

  private ProviderFailure failure(ProviderResponse response) {
    return catchThrowableOfType(ProviderFailure.class, () -> outcome.answer(response));
  }

  private static void assertUnavailable(ProviderFailure failure) {
    assertThat(failure).isExactlyInstanceOf(ProviderUnavailable.class);
    assertThat(failure.consequence()).isEqualTo(Consequence.RETRY);
    assertThat(failure.countsForBreaker()).isTrue();
  }

  private static void assertBlocked(ProviderFailure failure, Reason reason) {
    assertThat(failure).isExactlyInstanceOf(ProviderBlocked.class);
    assertThat(((ProviderBlocked) failure).reason()).isEqualTo(reason);
    assertThat(failure.consequence()).isEqualTo(Consequence.WAIT);
    assertThat(failure.waitReason()).isEqualTo("provider_blocked");
    assertThat(failure.countsForBreaker()).isFalse();
  }

  private static void assertRejected(ProviderFailure failure, Class<?> kind) {
    assertThat(failure).isExactlyInstanceOf(kind);
    assertThat(failure.consequence()).isEqualTo(Consequence.FAIL);
    assertThat(failure.countsForBreaker()).isFalse();
  }
}
