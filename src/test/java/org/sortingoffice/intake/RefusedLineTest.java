package org.sortingoffice.intake;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RefusedLineTest {
  private long now = Long.MAX_VALUE - 5;
  private final RefusedLine line = new RefusedLine(new Random(20261130), () -> now);

  @Test
  void whoIsRefusedIsToldWhenTheExcessWillBeGone() {
    assertThat(line.join(500, draining(10))).isBetween(50, 75);
  }

  @Test
  void thoseWhoAreRefusedAtOnceDoNotComeAgainAtOnce() {
    DrainRate rate = draining(10);

    int[] told = IntStream.range(0, 500).map(i -> line.join(1, rate)).toArray();

    assertThat(told[0]).isBetween(1, 3);
    assertThat(told[499]).isBetween(50, 75);
    for (int second = 10; second < 60; second += 10) {
      int from = second;
      assertThat(IntStream.of(told).filter(each -> each >= from && each < from + 10).count())
          .as("come again from second %d on", from)
          .isBetween(30L, 140L);
    }
  }

  @Test
  void theLineBecomesShorterAsTheQueueDrains() {
    DrainRate rate = draining(10);
    IntStream.range(0, 500).forEach(i -> line.join(1, rate));

    now += Duration.ofSeconds(60).toNanos();

    assertThat(line.join(1, rate)).isBetween(1, 3);
  }

  @Test
  void nobodyIsToldMoreThanFiveMinutesOrLessThanASecond() {
    DrainRate slow = draining(0.5);
    DrainRate fast = draining(1e9);

    for (int i = 0; i < 1_000; i++) {
      assertThat(line.join(1_000_000, slow)).isBetween(200, RefusedLine.MOST_SECONDS);
      assertThat(line.join(1, fast)).isBetween(1, 3);
    }
  }

  @Test
  void withoutAnyDrainOrKnowledgeTheTimesAreSpreadAllTheSame() {
    DrainRate standing = draining(0);
    DrainRate unknown = new DrainRate();

    assertThat(IntStream.range(0, 50).map(i -> line.join(9, standing)).distinct().count())
        .isGreaterThan(10);
    assertThat(IntStream.range(0, 50).map(i -> line.join(9, unknown)))
        .allMatch(seconds -> seconds >= 10 && seconds < 15);
  }

  private static DrainRate draining(double perSecond) {
    DrainRate rate = new DrainRate();
    rate.observe((long) (perSecond * 1_000), Duration.ofSeconds(1_000).toNanos());
    return rate;
  }
}
