package org.sortingoffice.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.sortingoffice.testing.RunningOffice;
import org.sortingoffice.testing.StubProvider;
import org.sortingoffice.testing.StubProvider.Answer;
import org.sortingoffice.testing.TestRows;

/** What may be sent to the first provider in a minute holds nobody who goes to the second. */
class FallbackBudgetContractTest {
  private static final Duration SOON = Duration.ofSeconds(20);
  private static final String BUDGET_SPENT = "deliveries where error like 'BudgetSpent%'";

  private final StubProvider first = StubProvider.start();
  private final StubProvider second = StubProvider.start();
  private RunningOffice office;
  private TestRows rows;

  @AfterEach
  void stop() {
    office.close();
    first.close();
    second.close();
  }

  private void start(String database, String setting, String value) {
    Map<String, String> settings = new HashMap<>();
    settings.put("provider.url", first.url());
    settings.put("provider.fallback.url", second.url());
    settings.put("classify.fallback.model", "second-chat");
    settings.put("draft.reply.fallback.model", "second-chat");
    settings.put("embed.fallback.model", "second-embed");
    settings.put("claim.poll.millis", "50");
    settings.put("worker.concurrency", "4");
    settings.put(setting, value);
    office = RunningOffice.start(database, settings);
    rows = office.rows();
    await("the fallback is known").atMost(SOON).until(() -> rows.count("provider_gate") == 2);
  }

  @Test
  void jobsAreClaimedForTheFallbackWhileTheFirstHasNothingLeftOfItsMinute() {
    start("fallback_budget_requests", "provider.requests.per.minute", "learn");
    // By these headers a job's three requests are there again after a minute.
    first.behave(
        request ->
            slowDown(
                Map.of("x-ratelimit-limit-requests", "3", "x-ratelimit-remaining-requests", "0")));
    post(1);
    office.awaitAllOver(SOON);
    post(6);
    office.awaitAllOver(SOON);

    assertThat(rows.count("jobs where state = 'succeeded' and attempt = 1")).isEqualTo(7);
    assertThat(rows.count(BUDGET_SPENT)).isZero();
    assertThat(first.requests()).hasSize(1);
    assertThat(second.requests()).hasSize(21);
  }

  @Test
  void whatTheFallbackUsesIsNotMissingWhenTheFirstIsBack() {
    // A job takes some 250 tokens.
    start("fallback_budget_tokens", "provider.tokens.per.minute", "1000");
    first.behave(request -> slowDown(Map.of()));
    post(1);
    office.awaitAllOver(SOON);
    post(11);
    office.awaitAllOver(SOON);
    assertThat(rows.count(BUDGET_SPENT)).isZero();
    assertThat(second.requests()).hasSize(36);

    first.reset();
    rows.change("update provider_gate set until = now() where provider = 'default'");
    post(2).forEach(job -> office.awaitJob(job, "succeeded"));
    await("the first is back")
        .atMost(SOON)
        .until(() -> rows.count("provider_gate where reason is null") == 2);
    // This process knows it by its own probe.
    int before = first.requests().size();
    post(1).forEach(job -> office.awaitJob(job, "succeeded"));
    assertThat(first.requests()).hasSize(before + 3);
    assertThat(rows.count(BUDGET_SPENT)).isZero();
  }

  private static Answer slowDown(Map<String, String> more) {
    Map<String, String> headers = new HashMap<>(more);
    headers.put("Retry-After", "3600");
    return new Answer(429, headers, "{}");
  }

  private List<Long> post(int tickets) {
    return IntStream.range(0, tickets).mapToObj(i -> office.postGoodTicket("Parcel")).toList();
  }
}
