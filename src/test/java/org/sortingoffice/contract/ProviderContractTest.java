package org.sortingoffice.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.sortingoffice.testing.RunningOffice.json;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sortingoffice.testing.RunningOffice;
import org.sortingoffice.testing.TestRows;

/**
 * Contract 20 to 26: what each way of answering does to a job, with the simulated provider really
 * answering so. The rows stand as a table in docs/delivery.md.
 */
class ProviderContractTest {
  private static RunningOffice office;
  private static TestRows rows;

  @BeforeAll
  static void start() {
    office =
        RunningOffice.start(
            "contract_provider",
            Map.of(
                "claim.poll.millis", "50",
                "retry.base.seconds", "0.01",
                "retry.cap.seconds", "0.05",
                "breaker.minimum.calls", "10000",
                "provider.probe.seconds", "1"));
    rows = office.rows();
  }

  @AfterAll
  static void stop() {
    office.close();
  }

  @BeforeEach
  void anOpenGateAndNoOtherJob() {
    office.provider("{\"mode\":\"normal\"}");
    rows.change(
        "update provider_gate set reason = null, until = null, consecutive = 0, hint = null, told = null,"
            + " probe_until = null, closed_at = null");
    rows.change("update jobs set run_at = now() where state = 'queued'");
    office.awaitAllOver(Duration.ofSeconds(30));
  }

  // --- The attempt is spent, and another one follows ---

  @ParameterizedTest
  @DisplayName("H36, H41, H50, H53: an ill provider is called five times and no more")
  @CsvSource(
      delimiter = '|',
      value = {
        "{'mode':'outage'} | the provider answered 503",
        "{'mode':'outage','status':599} | the provider answered 599",
        "{'mode':'outage','status':408} | the provider answered 408",
        "{'mode':'outage_504'} | the provider answered 504",
        "{'mode':'overloaded_529'} | the provider answered 529",
        "{'mode':'html_502'} | the provider answered 502",
        "{'mode':'edge_520'} | the provider answered 520",
        "{'mode':'html_200'} | the provider answered 200 with a page, not with JSON",
        "{'mode':'empty_200'} | the provider answered 200 with nothing",
        "{'mode':'keepalive_newlines','seconds':0.1,'every_ms':20,'answer':'none'} | the provider answered 200 with nothing",
        "{'mode':'nul_in_error'} | the provider answered 500",
        "{'mode':'ok_with_error','code':'502'} | the provider answered 200 with an error (502)",
        "{'mode':'choice_error','code':'502'} | the provider answered 200 with an error (502)",
        "{'mode':'reset','at':'before'} | the connection to the provider failed",
        "{'mode':'reset','at':'middle'} | the connection to the provider failed",
        "{'mode':'reset','at':'clean'} | the connection to the provider failed"
      })
  void anIllProviderIsCalledFiveTimesAndNoMore_contract20_21_H36_H50(String mode, String error) {
    long job = postWith("classify", mode);

    JsonNode dead = office.awaitJob(job, "dead_letter");

    assertThat(dead.path("last_error").asText()).isEqualTo("ProviderUnavailable: " + error);
    assertThat(dead.path("attempts").asInt()).isEqualTo(5);
    assertThat(calls(dead, "classify")).isEqualTo(5);
    assertThat(dead.path("deliveries").findValuesAsText("outcome"))
        .containsExactly("retried", "retried", "retried", "retried", "dead_letter");
  }

  @Test
  @DisplayName("H51: a model that stumbles over one text")
  void aModelThatStumblesOverOneTextKeepsWhatWasDone_H51() {
    long job = postWith("embed", "{'mode':'nan'}");

    JsonNode dead = office.awaitJob(job, "dead_letter");

    assertThat(dead.path("last_error").asText())
        .isEqualTo("ProviderUnavailable: the provider answered 500");
    assertThat(dead.path("steps_done")).hasSize(2);
    assertThat(json(office.get("/v1/provider")).path("open").asBoolean()).isTrue();
  }

  @Test
  void aHintOfAServersErrorIsAFloor_contract20() {
    long job = postWith("classify", "{'mode':'outage','header':'20'}");
    await().until(() -> office.job(job).at("/waiting/reason").asText().equals("retry"));

    assertThat(waitSeconds(job)).isBetween(20.0, 20.1);
    assertThat(office.job(job).at("/deliveries/0/hint").asText()).isEqualTo("20");
  }

  // --- The job fails at once ---

  /** A call each: what the model answered is never asked for again (H45, H46: no re-asks). */
  @ParameterizedTest
  @DisplayName(
      "H41, H42, H43, H45, H46, H47, H48, H49, H51, H52: what cannot go away fails after one call")
  @CsvSource(
      delimiter = '|',
      value = {
        "classify | {'mode':'context_400'} | ContextTooLong: the provider answered 400 (context_length_exceeded",
        "classify | {'mode':'context_400','code':'none'} | ContextTooLong: the provider answered 400",
        "classify | {'mode':'filter_400'} | ContentFiltered: the provider answered 400 (content_filter",
        "classify | {'mode':'filter_400','code':'none'} | ContentFiltered: the provider answered 400",
        "classify | {'mode':'outage','status':404} | RequestRejected: the provider answered 404",
        "classify | {'mode':'outage','status':413} | RequestRejected: the provider answered 413",
        "classify | {'mode':'outage','status':422} | RequestRejected: the provider answered 422",
        "classify | {'mode':'ok_with_error','code':'invalid_request'} | RequestRejected: the provider answered 200 with an error",
        "classify | {'mode':'choice_error','code':'invalid_request'} | RequestRejected: the provider answered 200 with an error",
        "embed | {'mode':'ok_with_error','code':'invalid_request'} | RequestRejected: the provider answered 200 with an error",
        "classify | {'mode':'choices_empty'} | InvalidAnswer: the answer holds no choice",
        "classify | {'mode':'choices_null'} | InvalidAnswer: the answer holds no choice",
        "classify | {'mode':'content_null'} | InvalidAnswer: the answer is empty",
        "draft_reply | {'mode':'content_null'} | InvalidAnswer: the answer is empty",
        "classify | {'mode':'say','content':''} | InvalidAnswer: the answer is empty",
        "draft_reply | {'mode':'say','content':''} | InvalidAnswer: the answer is empty",
        "classify | {'mode':'refusal'} | Refused: the model declined to answer",
        "draft_reply | {'mode':'refusal'} | Refused: the model declined to answer",
        "classify | {'mode':'truncated'} | OutputTruncated: the answer was cut off",
        "draft_reply | {'mode':'truncated'} | OutputTruncated: the answer was cut off",
        "draft_reply | {'mode':'truncated','content':'none'} | OutputTruncated: the answer was cut off",
        "classify | {'mode':'truncated','content':'none'} | OutputTruncated: the answer was cut off",
        "classify | {'mode':'prose'} | InvalidAnswer: the answer is not a JSON object",
        "classify | {'mode':'bad_label'} | InvalidAnswer: the team is none of",
        "classify | {'mode':'say','content':{'team':'billing','priority':0}} | InvalidAnswer: the priority is not a whole number",
        "classify | {'mode':'say','content':{'team':'billing','priority':7}} | InvalidAnswer: the priority is not a whole number",
        "classify | {'mode':'say','content':'```json\\n{\\'team\\':\\'billing\\',\\'priority\\':1}'} | InvalidAnswer: the answer is not a JSON object",
        "classify | {'mode':'say','content':'```json\\n```'} | InvalidAnswer: the answer is not a JSON object",
        "classify | {'mode':'say','content':'Here you are: ```{\\'team\\':\\'billing\\',\\'priority\\':1}```'} | InvalidAnswer: the answer is not a JSON object",
        "classify | {'mode':'say','content':'[1]'} | InvalidAnswer: the answer is not a JSON object",
        "classify | {'mode':'raw','body':'hello'} | InvalidAnswer: the answer is not JSON",
        "embed | {'mode':'nan','form':'null'} | InvalidAnswer: the embedding holds something that is not a number",
        "embed | {'mode':'nan','form':'string'} | InvalidAnswer: the embedding holds something that is not a number",
        "embed | {'mode':'nan','form':'zeros'} | InvalidAnswer: the embedding is all zeros",
        "embed | {'mode':'wrong_dim'} | WrongDimension: 1536≠384",
        "embed | {'mode':'wrong_dim','dimensions':96} | WrongDimension: 96≠384",
        "embed | {'mode':'wrong_dim','dimensions':0} | InvalidAnswer: the answer holds no embedding"
      })
  void whatCannotGoAwayFailsAtOnceAndKeepsWhatWasDone_contract23(
      String step, String mode, String error) {
    long job = postWith(step, mode);

    JsonNode failed = office.awaitJob(job, "failed");

    assertThat(failed.path("last_error").asText()).startsWith(error);
    assertThat(failed.path("attempts").asInt()).isEqualTo(1);
    assertThat(calls(failed, step)).isEqualTo(1);
    assertThat(failed.path("steps_done"))
        .hasSize(Map.of("classify", 0, "draft_reply", 1, "embed", 2).get(step));
    JsonNode ticket = json(office.get("/v1/tickets/" + failed.path("ticket_id").asText()));
    assertThat(ticket.path("team").isNull()).isEqualTo(step.equals("classify"));
    assertThat(ticket.path("draft_reply").isNull()).isEqualTo(!step.equals("embed"));
  }

  @Test
  void anAnswerTooLargeFailsReadablyAndTheJobCanBeSentAgain_Q29() {
    long job = postWith("draft_reply", "{'mode':'raw','body':'" + "x".repeat(2_200_000) + "'}");

    JsonNode failed = office.awaitJob(job, "failed");

    assertThat(failed.path("last_error").asText())
        .isEqualTo("AnswerTooLarge: the answer has more than 2097152 bytes");
    assertThat(calls(failed, "draft_reply")).isEqualTo(1);
    office.provider("{\"mode\":\"normal\"}");
    assertThat(office.post("/v1/jobs/" + job + "/retry").statusCode()).isEqualTo(202);
    assertThat(office.awaitJob(job, "succeeded").path("steps_done")).hasSize(3);
  }

  @Test
  @DisplayName("H49: a ticket of 200 kB is refused at the door, and no model is asked")
  void aTextFarTooLongIsRefusedAtTheDoor_H49() {
    long calls = office.callCount();

    assertThat(
            office
                .postTicket(null, RunningOffice.ticket("C-0022", "Long", "x".repeat(200_000)))
                .statusCode())
        .isEqualTo(422);
    assertThat(office.callCount()).isEqualTo(calls);
  }

  // --- The job waits and nothing is spent ---

  @ParameterizedTest
  @DisplayName("H30, H31, H65, Q34, Q35: a rate limit lasts as long as it says, an hour at most")
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      value = {
        "{'mode':'rate_limited','header':'20'} | 20 | 20",
        "{'mode':'rate_limited','header':' 120 '} | 120 | 120",
        "{'mode':'rate_limited','header':'1.5'} | 2 | 1.5",
        "{'mode':'rate_limited','ms':'2500'} | 2.5 | 2500",
        "{'mode':'rate_limited','header':'9999999999'} | 3600 | 9999999999",
        "{'mode':'rate_limited','header':'86400'} | 3600 | 86400",
        "{'mode':'rate_limited','ms':'1000000000000000'} | 3600 | 1000000000000000",
        "{'mode':'rate_limited','header':'Fri, 31 Dec 9999 23:59:59 GMT'} | 3600 | Fri, 31 Dec 9999 23:59:59 GMT",
        "{'mode':'rate_limited','header':'20261101'} | 3600 | 20261101",
        "{'mode':'rate_limited','header':['3','junk','20']} | 20 | 20"
      })
  void aRateLimitLastsAsLongAsItSays_contract24_H31_H65_Q35(
      String mode, double seconds, String hint) {
    long job = postWith("classify", mode);
    JsonNode waiting = awaitWaiting(job, "rate_limited");

    assertThat(waitSeconds(job)).isBetween(seconds - 0.01, seconds + 0.1);
    assertThat(waiting.path("attempts").asInt()).isZero();
    assertThat(waiting.path("last_error").asText())
        .isEqualTo("ProviderRateLimited: the provider answered 429");
    assertThat(waiting.at("/deliveries/0/hint").asText()).isEqualTo(hint);
    assertThat(calls(waiting, "classify")).isEqualTo(1);
    assertThat(rows.count("jobs where lease_until is not null or locked_by is not null")).isZero();
  }

  @ParameterizedTest
  @DisplayName("H29, Q34: a rate limit until a date, with the provider's clock right and wrong")
  @ValueSource(strings = {"imf", "rfc850", "asctime"})
  void aRateLimitUntilADateIsMeasuredByTheProvidersClock_H29(String form) {
    for (String offset : new String[] {"0", "-300", "300"}) {
      anOpenGateAndNoOtherJob();
      long job =
          postWith(
              "classify",
              "{'mode':'rate_limited','date_in':90,'form':'%s','clock_offset_seconds':%s}"
                  .formatted(form, offset));
      awaitWaiting(job, "rate_limited");

      // A date has whole seconds on both sides.
      assertThat(waitSeconds(job)).isBetween(88.9, 91.1);
    }
  }

  @ParameterizedTest
  @DisplayName("H29, H30, Q34: a hint that is none, or a date in the past")
  @ValueSource(
      strings = {
        "-3",
        "-5",
        "+3",
        "abc",
        "120junk",
        "NaN",
        "Infinity",
        "",
        "1e9",
        "0",
        "Sun, 06 Nov 1994 08:49:37 GMT"
      })
  void aHintThatIsNoneNeverMakesTheWaitShorterThanTheBackoff_H30_Q34(String header) {
    long job = postWith("classify", "{'mode':'rate_limited','header':'%s'}".formatted(header));
    JsonNode waiting = awaitWaiting(job, "rate_limited");

    assertThat(waitSeconds(job)).isBetween(1.0, 4.1);
    assertThat(waiting.path("attempts").asInt()).isZero();
  }

  @ParameterizedTest
  @DisplayName("H41, Q34: 429 inside a good answer, and 429 without a hint")
  @ValueSource(
      strings = {
        "{'mode':'ok_with_error','code':'429'}",
        "{'mode':'choice_error','code':'429'}",
        "{'mode':'rate_limited'}"
      })
  void aRateLimitMaySayNothingOrHideInAGoodAnswer_H41(String mode) {
    long job = postWith("classify", mode);
    JsonNode waiting = awaitWaiting(job, "rate_limited");

    assertThat(waiting.path("attempts").asInt()).isZero();
    assertThat(waiting.path("last_error").asText()).startsWith("ProviderRateLimited: ");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"quota", "quota_seconds", "quota_date", "quota_ms", "quota_body", "quota_none"})
  void aQuotaIsWaitedForHoweverItIsTold_contract24(String mode) {
    office.provider("{\"mode\":\"%s\",\"limit\":3,\"window_seconds\":2}".formatted(mode));
    long first = office.postGoodTicket("First");
    long second = office.postGoodTicket("Second");

    assertThat(office.awaitJob(first, "succeeded").path("attempts").asInt()).isEqualTo(1);
    assertThat(office.awaitJob(second, "succeeded").path("attempts").asInt()).isEqualTo(1);
  }

  @ParameterizedTest
  @DisplayName("H32: a block spends nothing and ends by itself")
  @CsvSource(
      delimiter = '|',
      value = {
        "{'mode':'billing'} | 429",
        "{'mode':'billing','code':'insufficient_quota'} | 429",
        "{'mode':'billing_402'} | 402",
        "{'mode':'bad_key_401'} | 401",
        "{'mode':'bad_key_401','status':403} | 403"
      })
  void aBlockSpendsNothingAndEndsByItself_contract26_H32(String mode, int status) {
    long job = postWith("classify", mode);
    JsonNode waiting = awaitWaiting(job, "provider_blocked");

    assertThat(waiting.path("attempts").asInt()).isZero();
    assertThat(waiting.path("last_error").asText())
        .startsWith("ProviderBlocked: the provider answered " + status)
        .doesNotContain("sk-");

    office.provider("{\"mode\":\"normal\"}");
    assertThat(office.awaitJob(job, "succeeded").path("attempts").asInt()).isEqualTo(1);
  }

  // --- The answer is good ---

  @ParameterizedTest
  @DisplayName("H27, H43, H45, H47, H52, H53: a good answer, however it is wrapped")
  @CsvSource(
      delimiter = '|',
      value = {
        "classify | {'mode':'fenced'}",
        "classify | {'mode':'say','content':{'team':'billing','priority':1,'why':'a ``` in a text','more':[1]}}",
        "classify | {'mode':'say','content':{'team':'Billing ','priority':1.0}}",
        "classify | {'mode':'keepalive_newlines','seconds':0.15,'every_ms':50}",
        "classify | {'mode':'fenced','language':''}",
        "classify | {'mode':'think'}",
        "draft_reply | {'mode':'think'}",
        "draft_reply | {'mode':'content_parts'}",
        "embed | {'mode':'base64_vector'}",
        "classify | {'mode':'h2c_strict'}",
        "draft_reply | {'mode':'slow','seconds':0.1}"
      })
  void aGoodAnswerIsTakenHoweverItIsWrapped_H27_H43_H45_H47_H52_H53(String step, String mode) {
    long job = postWith(step, mode);

    JsonNode done = office.awaitJob(job, "succeeded");

    assertThat(done.path("attempts").asInt()).isEqualTo(1);
    assertThat(calls(done, step)).isEqualTo(1);
    assertThat((String) rows.value("select draft_reply from tickets where number = ?", number(job)))
        .isNotBlank()
        .doesNotContain("<think>", "</think>");
    assertThat(
            rows.value(
                "select (vector_numbers(vector))[1] from ticket_embeddings where ticket_number = ?",
                number(job)))
        .isNotNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"nul_in_reply", "lone_surrogate"})
  void whatCannotBeStoredIsReplacedAndNoted_Q23(String mode) {
    long job = postWith("draft_reply", "{'mode':'" + mode + "'}");
    office.awaitJob(job, "succeeded");

    assertThat((String) rows.value("select draft_reply from tickets where number = ?", number(job)))
        .contains("\uFFFD");
    assertThat(
            rows.value(
                "select output ->> 'cleaned' from ai_runs where task = 'draft_reply' and job_id = ?",
                job))
        .isEqualTo("true");
  }

  @Test
  void aPriorityWrittenOtherwiseIsTakenAndNoted_H45() {
    office.provider(
        "{\"steps\":{\"classify\":{\"mode\":\"say\",\"content\":\"{\\\"team\\\":\\\"Billing \\\",\\\"priority\\\":\\\"2\\\"}\"}}}");
    long job = office.postGoodTicket("Coerced");
    office.awaitJob(job, "succeeded");

    assertThat(
            rows.value(
                "select output::text from ai_runs where task = 'classify' and job_id = ?", job))
        .isEqualTo("{\"team\": \"billing\", \"coerced\": true, \"priority\": 2}");
  }

  // --- Nothing leaks ---

  @ParameterizedTest
  @DisplayName("H55: no error quotes the customer or a credential, and no answer is kept")
  @ValueSource(
      strings = {
        "My order 4711 for Anna Schmidt, anna@example.org",
        "Card 4111 1111 1111 1111, IBAN DE89 3704 0044 0532 0130 00",
        "<b>sk-live-0123456789abcdef</b> http://10.0.0.1/secret?token=abc"
      })
  void anErrorNeverQuotesTheCustomerNorACredential_H55(String subject) {
    for (String mode : new String[] {"echo_prompt_in_error", "edge_520", "bad_key_401"}) {
      anOpenGateAndNoOtherJob();
      office.provider("{\"steps\":{\"classify\":\"" + mode + "\"}}");
      long job = office.postGoodTicket(subject);
      JsonNode seen =
          await()
              .atMost(Duration.ofSeconds(20))
              .until(() -> office.job(job), now -> now.at("/deliveries/0/error").isTextual());

      List<String> errors =
          List.of(seen.at("/deliveries/0/error").asText(), seen.path("last_error").asText());
      assertThat(errors)
          .allSatisfy(
              error ->
                  assertThat(error)
                      .hasSizeLessThanOrEqualTo(200)
                      .matches("\\w+: the provider answered \\d{3}.*")
                      .doesNotContainIgnoringCase("bearer", "sk-", "<html", "203.0.113", "should")
                      .doesNotContain(words(subject)));
      // Stricter than the case asks: nothing of the provider's answer is kept anywhere.
      for (String table : new String[] {"jobs", "deliveries", "provider_gate"}) {
        assertThat(
                rows.count(
                    table + " t where t::text ~* 'bearer|sk-|<html|203\\.0\\.113|schmidt|card'"))
            .as(table)
            .isZero();
      }
    }
  }

  private static String[] words(String text) {
    return Arrays.stream(text.split("[ ,?]+"))
        .filter(word -> word.length() > 3)
        .toArray(String[]::new);
  }

  private static long postWith(String step, String mode) {
    office.provider("{\"steps\":{\"%s\":%s}}".formatted(step, mode.replace('\'', '"')));
    return office.postGoodTicket("A ticket for " + step);
  }

  private static JsonNode awaitWaiting(long job, String reason) {
    return await("job " + job + " waits: " + reason)
        .atMost(Duration.ofSeconds(20))
        .pollInterval(Duration.ofMillis(10))
        .until(
            () -> office.job(job),
            seen ->
                seen.path("deliveries").findValuesAsText("outcome").contains("waiting")
                    && seen.at("/waiting/reason").asText().equals(reason));
  }

  private static double waitSeconds(long job) {
    return ((Number)
            rows.value(
                "select extract(epoch from run_at - waiting_since) from jobs where id = ?", job))
        .doubleValue();
  }

  private static long calls(JsonNode job, String step) {
    return office
        .calls("?ticket=%s&step=%s".formatted(job.path("ticket_id").asText(), step))
        .path("calls")
        .size();
  }

  private static long number(long job) {
    return (Long) rows.value("select ticket_number from jobs where id = ?", job);
  }
}
