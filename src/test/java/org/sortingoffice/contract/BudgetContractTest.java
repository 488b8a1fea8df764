package org.sortingoffice.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.sortingoffice.testing.RunningOffice;
import org.sortingoffice.testing.TestRows;

/**
 * A budget of our own keeps the provider from having to say "slow down", and costs no job more than
 * time.
 */
class BudgetContractTest {

  @Test
  void noMoreRequestsAreSentThanTheMinuteHolds() {
    try (RunningOffice office = start("budget_requests", "provider.requests.per.minute", "90")) {
      // A bucket of 90, then one and a half in a second.
      post(office, 32);
      office.awaitAllOver(Duration.ofSeconds(60));

      TestRows rows = office.rows();
      assertThat(rows.count("jobs where state = 'succeeded' and attempt = 1")).isEqualTo(32);
      List<Instant> calls = callTimes(office);
      assertThat(calls).hasSize(96);
      Duration lasted = Duration.between(calls.get(0), calls.get(95));
      assertThat(lasted)
          .as("six calls more than the bucket held")
          .isGreaterThan(Duration.ofSeconds(3));
    }
  }

  @Test
  void whatTheProviderTellsIsLearned() {
    try (RunningOffice office = start("budget_learned", "provider.requests.per.minute", "learn")) {
      office.provider("{\"mode\":\"quota\",\"limit\":8,\"window_seconds\":60}");
      post(office, 1);
      office.awaitAllOver(Duration.ofSeconds(20));
      post(office, 3);

      TestRows rows = office.rows();
      // Of eight calls five are left: enough for one more job, and its like is then not claimed.
      await()
          .atMost(Duration.ofSeconds(20))
          .until(() -> rows.count("jobs where state = 'succeeded'") == 2);
      await()
          .during(Duration.ofSeconds(1))
          .atMost(Duration.ofSeconds(2))
          .until(() -> rows.count("jobs where state = 'queued' and delivery = 0") == 2);
      assertThat(office.callCount()).isEqualTo(6);
    }
  }

  @Test
  void jobsThatMeetAnEmptyBudgetOfTokensWaitAndKeepTheirAttempt() {
    try (RunningOffice office = start("budget_tokens", "provider.tokens.per.minute", "1500")) {
      post(office, 12);

      TestRows rows = office.rows();
      String waiting =
          "from deliveries where outcome = 'waiting' and wait_reason = 'rate_limited'"
              + " and error = 'BudgetSpent: the minute''s budget of tokens is used up'";
      await()
          .atMost(Duration.ofSeconds(20))
          .until(
              () ->
                  rows.count("jobs where attempt = 0 and id in (select job_id " + waiting + ")")
                      > 0);
      assertThat(rows.count("jobs where state = 'succeeded' and attempt = 1")).isPositive();
      assertThat(rows.count("deliveries where outcome not in ('waiting', 'succeeded')")).isZero();
      assertThat(rows.count("provider_gate where reason is not null")).isZero();
    }
  }

  private static RunningOffice start(String database, String setting, String value) {
    return RunningOffice.start(
        database, Map.of(setting, value, "worker.concurrency", "4", "claim.poll.millis", "100"));
  }

  private static void post(RunningOffice office, int tickets) {
    IntStream.range(0, tickets).forEach(i -> office.postGoodTicket("Parcel " + i));
  }

  private static List<Instant> callTimes(RunningOffice office) {
    return StreamSupport.stream(office.calls("?limit=1000").path("calls").spliterator(), false)
        .map(call -> Instant.parse(call.path("started").asText()))
        .sorted()
        .toList();
  }
}
