package org.sortingoffice.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FullJitterTest {
  private final FullJitter jitter = new FullJitter(2_000, 2, 60_000, new Random(42));

  @ParameterizedTest
  @CsvSource({
    "1, 2000",
    "2, 4000",
    "3, 8000",
    "4, 16000",
    "5, 32000",
    "6, 60000",
    "7, 60000",
    "10000, 60000"
  })
  void longestWaitDoublesUpToTheCap(int attempt, long longest) {
    assertThat(jitter.longest(attempt)).isEqualTo(longest);
  }

  @ParameterizedTest
  @CsvSource({"1000, 3600000", "3600000, 86400000", "86400000, 3600000"})
  void noAttemptOverflowsIntoThePastOrOverTheCap_Q32(long base, long cap) {
    FullJitter any = new FullJitter(base, 2, cap, new Random(7));
    for (int attempt = 1; attempt <= 10_000; attempt++) {
      assertThat(any.draw(attempt)).isBetween(0L, cap);
    }
  }

  @Test
  void waitsAreUniformBetweenZeroAndTheLongest() {
    int draws = 100_000;
    int[] buckets = new int[20];
    for (int i = 0; i < draws; i++) {
      long wait = jitter.draw(3);
      assertThat(wait).isBetween(0L, 8_000L);
      buckets[(int) Math.min(19, wait * 20 / 8_000)]++;
    }
    for (int count : buckets) {
      // Five standard deviations of a bucket that gets a twentieth of the draws.
      assertThat((double) count).isCloseTo(draws / 20.0, within(5 * Math.sqrt(draws / 20.0)));
    }
  }
}
