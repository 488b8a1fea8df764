package org.sortingoffice.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.camel.Exchange;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.support.DefaultExchange;
import org.junit.jupiter.api.Test;
import org.sortingoffice.jobs.ClaimedJob;
import org.sortingoffice.jobs.JobFailure.Consequence;

class ProviderBudgetTest {
  private static final int CALLS_OF_A_JOB = 3;

  private final AtomicLong nanos = new AtomicLong();

  @Test
  void refusesWhatTheProviderWouldRefuseAndSaysForHowLong() {
    ProviderBudget budget = ofRequests(2);
    budget.take(call(100, false));
    budget.take(call(100, false));

    BudgetSpent spent =
        catchThrowableOfType(BudgetSpent.class, () -> budget.take(call(100, false)));

    assertThat(spent).hasMessage("the minute's budget of requests is used up");
    assertThat(spent.consequence()).isEqualTo(Consequence.WAIT);
    assertThat(spent.waitReason()).isEqualTo("rate_limited");
    assertThat(spent.waitAtLeastMillis()).isBetween(30_000L, 30_001L);
    assertThat(spent.countsForBreaker()).isFalse();
  }

  @Test
  void aProbePassesAlwaysSinceTheGateHasWaitedForIt() {
    ProviderBudget budget = ofRequests(1);
    budget.take(call(100, false));
    assertThatNoException().isThrownBy(() -> budget.take(call(100, true)));
  }

  @Test
  void tokensAreGuessedByTheRequestAndPutRightByTheAnswer() {
    ProviderBudget budget = ofTokens(1_000);
    Exchange call = call(400, false);

    budget.take(call);
    budget.settle(answer("{\"usage\":{\"total_tokens\":700}}"), taken(call));
    BudgetSpent spent =
        catchThrowableOfType(BudgetSpent.class, () -> budget.take(call(4 * 301, false)));
    assertThat(spent).hasMessage("the minute's budget of tokens is used up");
    assertThatNoException().isThrownBy(() -> budget.take(call(4 * 300, false)));
  }

  @Test
  void whatWasGuessedTooHighIsGivenBack() {
    ProviderBudget budget = ofTokens(1_000);
    Exchange call = call(4 * 900, false);
    budget.take(call);
    budget.settle(answer("{\"usage\":{\"total_tokens\":50}}"), taken(call));
    assertThatNoException().isThrownBy(() -> budget.take(call(4 * 950, false)));
  }

  @Test
  void anAnswerThatDoesNotTellItsTokensLeavesTheGuess() {
    ProviderBudget budget = ofTokens(1_000);
    for (String answer :
        List.of("{}", "{\"usage\":null}", "{\"usage\":{\"total_tokens\":\"many\"}}")) {
      Exchange call = call(4 * 300, false);
      budget.take(call);
      budget.settle(answer(answer), taken(call));
    }
    assertThat(catchThrowableOfType(BudgetSpent.class, () -> budget.take(call(4 * 101, false))))
        .isNotNull();
  }

  @Test
  void listensToAnswersAndRefusalsInAnyCase() {
    ProviderBudget budget = ofRequests(1_000);
    budget.learn(
        response(
            Map.of("X-RateLimit-Limit-Requests", "60", "X-RateLimit-Remaining-Requests", "7")));
    assertThat(budget.affordableJobs()).isEqualTo(2);
    budget.learn(response(Map.of("x-ratelimit-remaining-requests", "0")));
    assertThat(budget.affordableJobs()).isZero();
    nanos.addAndGet(Duration.ofSeconds(3).toNanos());
    assertThat(budget.affordableJobs()).as("three of sixty a minute").isEqualTo(1);
  }

  @Test
  void headersThatMakeNoSenseAreNoNews() {
    ProviderBudget budget = ofRequests(60);
    for (String nonsense :
        List.of("-1", "1.5", "many", "", "1e9", "99999999999999999999999999", "6m0s")) {
      budget.learn(
          response(
              Map.of(
                  "x-ratelimit-limit-requests", nonsense,
                  "x-ratelimit-remaining-requests", nonsense)));
    }
    assertThat(budget.affordableJobs()).isEqualTo(20);
  }

  @Test
  void aLimitBelowOneJobsCallsStillLetsAJobBegin() {
    ProviderBudget budget = ofRequests(2);
    assertThat(budget.affordableJobs()).isEqualTo(1);
  }

  @Test
  void withoutABudgetNothingIsRefused() {
    ProviderBudget budget = new ProviderBudget(Optional.empty(), Optional.empty(), CALLS_OF_A_JOB);
    budget.learn(response(Map.of("x-ratelimit-remaining-requests", "0")));
    assertThat(budget.affordableJobs()).isEqualTo(Integer.MAX_VALUE);
    assertThatNoException().isThrownBy(() -> budget.take(call(1_000_000, false)));
  }

  private ProviderBudget ofRequests(long perMinute) {
    return new ProviderBudget(
        Optional.of(new Allowance(OptionalLong.of(perMinute), nanos::get)),
        Optional.empty(),
        CALLS_OF_A_JOB);
  }

  private ProviderBudget ofTokens(long perMinute) {
    return new ProviderBudget(
        Optional.empty(),
        Optional.of(new Allowance(OptionalLong.of(perMinute), nanos::get)),
        CALLS_OF_A_JOB);
  }

  private static Exchange call(int bytes, boolean probe) {
    Exchange exchange = new DefaultExchange(new DefaultCamelContext());
    exchange.getMessage().setBody(new byte[bytes]);
    exchange.setVariable(
        "job",
        new ClaimedJob(
            1, 500_001, 1, 1, 0, probe, false, "w", "C-1", "s", "b", java.util.Set.of()));
    return exchange;
  }

  private static long taken(Exchange call) {
    return call.getProperty(ProviderBudget.TOKENS_TAKEN, Long.class);
  }

  private static JsonNode answer(String json) {
    try {
      return new ObjectMapper().readTree(json);
    } catch (java.io.IOException impossible) {
      throw new java.io.UncheckedIOException(impossible);
    }
  }

  private static ProviderResponse response(Map<String, String> headers) {
    Map<String, List<String>> lines = new java.util.HashMap<>();
    headers.forEach((name, value) -> lines.put(name, List.of(value)));
    return new ProviderResponse(200, lines, new byte[0]);
  }
}
