package org.sortingoffice.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.sortingoffice.testing.RunningOffice.json;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.sortingoffice.testing.LogLines;
import org.sortingoffice.testing.RunningOffice;
import org.sortingoffice.testing.StubProvider;
import org.sortingoffice.testing.StubProvider.Answer;
import org.sortingoffice.testing.StubProvider.Request;
import org.sortingoffice.testing.TestRows;

/** A second provider takes over while the first cannot be asked, each behind a gate of its own. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class FallbackContractTest {
  private static final String FIRST_KEY = "first-7f3a9c0d5e1b48269f0a7c3d2e5b";
  private static final String SECOND_KEY = "second-91b2c7d4e8f04a5db6c3a1f2e9d8";
  private static final Duration SOON = Duration.ofSeconds(30);

  private static StubProvider first;
  private static StubProvider second;
  private static RunningOffice office;
  private static TestRows rows;

  @BeforeAll
  static void start() {
    first = StubProvider.start();
    second = StubProvider.start();
    office = RunningOffice.start("contract_fallback", settings());
    rows = office.rows();
  }

  @AfterAll
  static void stop() {
    office.close();
    first.close();
    second.close();
  }

  private static Map<String, String> settings() {
    Map<String, String> settings = new HashMap<>();
    settings.put("provider.url", first.url());
    settings.put("provider.key", FIRST_KEY);
    settings.put("provider.fallback.url", second.url("/v2/"));
    settings.put("provider.fallback.key", SECOND_KEY);
    settings.put("provider.fallback.key.header", "api-key");
    settings.put("provider.fallback.path.chat", "sorter/chat/completions");
    settings.put("provider.fallback.query", "api-version=1");
    settings.put("provider.fallback.max.tokens.member", "max_completion_tokens");
    settings.put("provider.fallback.price.chat.input", "1000");
    settings.put("classify.fallback.model", "second-chat");
    settings.put("classify.fallback.temperature", "");
    settings.put("draft.reply.fallback.model", "second-chat");
    settings.put("embed.fallback.model", "second-embed");
    settings.put("embed.fallback.dimensions.asked", "false");
    settings.put("claim.poll.millis", "50");
    settings.put("retry.base.seconds", "0.05");
    settings.put("breaker.open.seconds", "60");
    settings.put("worker.concurrency", "8");
    return settings;
  }

  @BeforeEach
  void bothAreWell() {
    first.reset();
    second.reset();
    await("the fallback is known").atMost(SOON).until(() -> rows.count("provider_gate") == 2);
    lookNow("default");
    lookNow("fallback");
    office.awaitAllOver(SOON);
    rows.change(
        "update provider_gate set reason = null, until = null, consecutive = 0, hint = null, told = null,"
            + " probe_until = null, closed_at = null");
    awaitGate("default", null);
    // What this process knows is at most a second old.
    await("this process knows")
        .atMost(SOON)
        .until(
            () -> {
              first.reset();
              second.reset();
              office.awaitJob(office.postGoodTicket("Is it open?"), "succeeded");
              return second.requests().isEmpty();
            });
    first.reset();
  }

  @Test
  void whileTheFirstAsksToSlowDownJobsSucceedByTheFallbackAndNoAttemptIsSpent() {
    first.behave(request -> slowDown(60));
    List<Long> jobs = post(6);

    jobs.forEach(
        job -> assertThat(office.awaitJob(job, "succeeded").path("attempts").asInt()).isEqualTo(1));

    JsonNode provider = json(office.get("/v1/provider"));
    assertThat(provider.path("reason").asText()).isEqualTo("rate_limited");
    assertThat(provider.at("/fallback/open").asBoolean()).isTrue();
    assertThat(json(office.get("/v1/overview")).path("gate").path("fallback").path("open"))
        .isEqualTo(provider.at("/fallback/open"));
    assertThat(office.get("/console/overview").body())
        .contains("The provider asks to slow down", "Jobs go on with the fallback meanwhile.")
        .doesNotContain("The fallback asks to slow down");
    assertThat(office.get("/health/ready").body()).contains("\"fallback\":{\"gate\":\"open\"}");
    // The figures are a second old at most.
    await()
        .atMost(SOON)
        .until(() -> office.get("/metrics").body().contains("reason=\"rate_limited\"} 1.0"));
    assertThat(office.get("/metrics").body())
        .contains(
            "sorting_office_provider_gate_closed{provider=\"default\",reason=\"rate_limited\"} 1.0")
        .contains(
            "sorting_office_provider_gate_closed{provider=\"fallback\",reason=\"rate_limited\"} 0.0")
        .contains("resilience4j_circuitbreaker_failure_rate{name=\"fallback\"}");
    assertThat(rows.count("deliveries where outcome in ('retried', 'dead_letter')")).isZero();
    String theirs = "ai_runs where job_id >= " + jobs.get(0);
    assertThat(rows.count(theirs)).isEqualTo(18);
    assertThat(rows.count(theirs + " and task <> 'embed' and output ->> 'provider' = 'fallback'"))
        .isEqualTo(12);
    assertThat(rows.count(theirs + " and task = 'classify' and cost_usd > 0.1"))
        .as("at its own prices: 100 tokens sent at 1000 US dollars a million")
        .isEqualTo(6);

    assertThat(second.requests()).hasSize(18);
    assertThat(second.requests())
        .allSatisfy(
            request -> {
              assertThat(request.headers().get("api-key")).containsExactly(SECOND_KEY);
              assertThat(request.headers().toString()).doesNotContain(FIRST_KEY);
              assertThat(request.target()).startsWith("/v2/").endsWith("?api-version=1");
            });
    assertThat(first.requests())
        .isNotEmpty()
        .allSatisfy(
            request -> {
              assertThat(request.headers().get("Authorization"))
                  .containsExactly("Bearer " + FIRST_KEY);
              assertThat(request.headers().toString()).doesNotContain(SECOND_KEY);
            });
    Request classify =
        second.requests().stream()
            .filter(request -> request.message("system").contains("You sort"))
            .findFirst()
            .orElseThrow();
    assertThat(classify.target()).startsWith("/v2/sorter/chat/completions");
    assertThat(classify.body().path("model").asText()).isEqualTo("second-chat");
    assertThat(classify.body().has("temperature")).isFalse();
    assertThat(classify.body().has("max_tokens")).isFalse();
    assertThat(classify.body().path("max_completion_tokens").asInt()).isEqualTo(50);
    Request embed =
        second.requests().stream().filter(request -> !request.isChat()).findFirst().orElseThrow();
    assertThat(embed.body().path("model").asText()).isEqualTo("second-embed");
    assertThat(embed.body().has("dimensions")).isFalse();
  }

  @Test
  void oneJobLooksWhetherTheFirstIsWellAgainWhileTheOthersGoOnAndThenItIsUsedAgain()
      throws Exception {
    first.behave(request -> slowDown(60));
    office.awaitJob(post(1).get(0), "succeeded");
    CountDownLatch answered = new CountDownLatch(1);
    first.behave(
        request -> {
          await().atMost(SOON).until(() -> answered.getCount() == 0);
          return StubProvider.usual(request);
        });
    int before = first.requests().size();
    lookNow("default");
    List<Long> jobs = post(1);
    await("a probe is under way").atMost(SOON).until(() -> first.requests().size() == before + 1);

    List<Long> others = post(5);
    others.forEach(job -> office.awaitJob(job, "succeeded"));
    assertThat(first.requests()).as("one probe, and nobody else").hasSize(before + 1);

    try (LogLines log = LogLines.listen()) {
      answered.countDown();
      office.awaitJob(jobs.get(0), "succeeded");
      awaitGate("default", null);
      await("this process knows at once, and not only from its next look")
          .atMost(SOON)
          .until(
              () ->
                  log.lines().stream()
                      .anyMatch(line -> line.contains("the provider's gate is open again")));
    }
    int bySecond = second.requests().size();
    office.awaitJob(post(1).get(0), "succeeded");
    assertThat(second.requests()).hasSize(bySecond);
  }

  @Test
  void whenBothAreClosedJobsWaitAndNothingIsLost() {
    first.behave(request -> slowDown(60));
    second.behave(request -> slowDown(40));
    List<Long> jobs = post(4);
    awaitGate("fallback", "rate_limited");
    awaitGate("default", "rate_limited");
    await("nobody is at work")
        .atMost(SOON)
        .until(() -> rows.count("jobs where state = 'running'") == 0);
    JsonNode waiting = office.job(jobs.get(0));
    assertThat(waiting.path("state").asText()).isEqualTo("queued");
    assertThat(waiting.path("attempts").asInt()).isZero();
    assertThat(waiting.at("/waiting/reason").asText()).isEqualTo("rate_limited");

    second.reset();
    rows.change("update jobs set run_at = now() where state = 'queued'");
    lookNow("fallback");
    jobs.forEach(
        job -> assertThat(office.awaitJob(job, "succeeded").path("attempts").asInt()).isEqualTo(1));
    assertThat(gate("default").path("reason").asText()).isEqualTo("rate_limited");
  }

  @Test
  void theBreakerOfOneDoesNotOpenThatOfTheOther() {
    first.behave(request -> slowDown(60));
    second.behave(request -> Answer.json(503, "{}"));
    List<Long> jobs = post(5);
    awaitGate("fallback", "breaker_open");

    assertThat(gate("default").path("reason").asText()).isEqualTo("rate_limited");
    assertThat(gate("fallback").path("what_happened").asText())
        .isEqualTo("the fallback answered 503");
    first.reset();
    lookNow("default");
    rows.change("update jobs set run_at = now() where state = 'queued'");
    awaitGate("default", null);
    jobs.forEach(job -> office.awaitJob(job, "succeeded"));
    assertThat(gate("fallback").path("reason").asText())
        .as("nobody looks at it while the first is well")
        .isEqualTo("breaker_open");
  }

  @Test
  void aBlockedFirstIsToldAndDoesNotHoldJobs() {
    first.behave(request -> Answer.json(401, "{\"error\":{\"code\":\"invalid_api_key\"}}"));
    office.awaitJob(post(1).get(0), "succeeded");

    assertThat(gate("default").path("what_happened").asText())
        .isEqualTo(
            "the provider answered 401 (invalid_api_key): set PROVIDER_KEY or PROVIDER_KEY_FILE to a"
                + " key that it takes");
  }

  /** The last of all, since it opens another office. */
  @Test
  @Order(Integer.MAX_VALUE)
  void aStepWithoutAModelThereWaitsForTheFirstWhileTheOthersAreDone() {
    office.closeOffice();
    Map<String, String> settings = settings();
    settings.put("embed.fallback.model", "");
    office.open(settings);
    rows.change(
        "update provider_gate set reason = 'rate_limited', until = now() + interval '1 hour',"
            + " closed_at = now() where provider = 'default'");
    first.reset();
    second.reset();
    long job = post(1).get(0);
    await("it waits with two steps done")
        .atMost(SOON)
        .until(
            () ->
                office.job(job).path("steps_done").size() == 2
                    && office.job(job).path("state").asText().equals("queued"));
    assertThat(office.job(job).path("attempts").asInt()).isZero();
    assertThat(office.job(job).path("last_error").asText())
        .isEqualTo("GateClosed: the provider's gate is closed (rate limited)");
    assertThat(second.requests()).hasSize(2);
    assertThat(first.requests()).isEmpty();

    lookNow("default");
    rows.change("update jobs set run_at = now() where state = 'queued'");
    assertThat(office.awaitJob(job, "succeeded").path("attempts").asInt()).isEqualTo(1);
    assertThat(first.requests()).as("the embedding alone").hasSize(1);
    awaitGate("default", null);
  }

  private static Answer slowDown(int seconds) {
    return new Answer(429, Map.of("Retry-After", String.valueOf(seconds)), "{}");
  }

  private static List<Long> post(int tickets) {
    return IntStream.range(0, tickets).mapToObj(i -> office.postGoodTicket("Parcel")).toList();
  }

  private static JsonNode gate(String provider) {
    JsonNode shown = json(office.get("/v1/provider"));
    return provider.equals("default") ? shown : shown.path("fallback");
  }

  private static void awaitGate(String provider, String reason) {
    await("the gate of " + provider + " is " + reason)
        .atMost(SOON)
        .until(
            () -> {
              JsonNode shown = gate(provider).path("reason");
              return reason == null ? shown.isNull() : reason.equals(shown.asText());
            });
  }

  /** The time for which a gate was closed is over. */
  private static void lookNow(String provider) {
    rows.change(
        "update provider_gate set until = now() where reason is not null and provider = ?",
        provider);
  }
}
