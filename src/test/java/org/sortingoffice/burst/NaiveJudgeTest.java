package org.sortingoffice.burst;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sortingoffice.jobs.ClaimedJob;
import org.sortingoffice.jobs.Verdict;

class NaiveJudgeTest {
  private static final Verdict SLOW_DOWN =
      new Verdict(
          "waiting", false, "rate_limited", 31_000, "embed", 429, "31", "ProviderRateLimited: 429");

  private final NaiveJudge judge = NaiveJudge.on(Scenario.ofContract(1));

  @ParameterizedTest
  @CsvSource({"1, 2000", "2, 4000", "3, 8000", "4, 16000"})
  void slowDownSpendsAnAttemptAndIsTriedAgainWithinTheBackoffWhateverTheHint(
      int attempt, long longest) {
    for (long job = 1; job <= 500; job++) {
      Verdict verdict = judge.naively(SLOW_DOWN, job(job, attempt));
      assertThat(verdict.outcome()).isEqualTo("retried");
      assertThat(verdict.spendsAttempt()).isTrue();
      assertThat(verdict.waitMillis()).isBetween(0L, longest);
    }
  }

  @Test
  void theFifthTimeIsTheLast() {
    Verdict verdict = judge.naively(SLOW_DOWN, job(1, 5));
    assertThat(verdict.outcome()).isEqualTo("dead_letter");
    assertThat(verdict.buries()).isTrue();
    assertThat(verdict.error()).isEqualTo(SLOW_DOWN.error());
  }

  @Test
  void theWaitsOfAJobAreTheSameInEveryRun() {
    NaiveJudge other = NaiveJudge.on(Scenario.ofContract(1));
    assertThat(other.naively(SLOW_DOWN, job(7, 2))).isEqualTo(judge.naively(SLOW_DOWN, job(7, 2)));
    assertThat(judge.naively(SLOW_DOWN, job(8, 2)).waitMillis())
        .isNotEqualTo(judge.naively(SLOW_DOWN, job(7, 2)).waitMillis());
  }

  @Test
  void onATenfoldClockTheBackoffIsATenth() {
    NaiveJudge fast = NaiveJudge.on(Scenario.ofContract(10));
    for (long job = 1; job <= 500; job++) {
      assertThat(fast.naively(SLOW_DOWN, job(job, 4)).waitMillis()).isBetween(0L, 1_600L);
    }
  }

  @Test
  void everyOtherFailureIsJudgedAsEver() {
    Verdict ill =
        new Verdict("retried", true, "retry", 900, "embed", 503, null, "ProviderUnavailable: 503");
    assertThat(judge.naively(ill, job(1, 5))).isSameAs(ill);
  }

  private static ClaimedJob job(long id, int attempt) {
    return new ClaimedJob(
        id, 500_000 + id, attempt, attempt, 0, false, false, "worker", "C-1", "s", "b", Set.of());
  }
}
