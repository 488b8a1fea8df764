package org.sortingoffice.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class LowWaterMarkTest {
  private static final Duration SECOND = Duration.ofSeconds(1);

  private long now = Long.MAX_VALUE - 5;
  private final LowWaterMark mark = new LowWaterMark(SECOND, () -> now);

  @Test
  void aNewProcessBeginsAtTheFront() {
    mark.beginLook();

    assertThat(mark.runAt()).isEqualTo("-infinity");
    assertThat(mark.id()).isZero();
  }

  @Test
  void theNextClaimGoesOnWhereTheLastOneCame() {
    mark.beginLook();
    mark.moveTo("2026-01-01 00:00:00.123456+00", 7L);

    mark.beginLook();

    assertThat(mark.runAt()).isEqualTo("2026-01-01 00:00:00.123456+00");
    assertThat(mark.id()).isEqualTo(7);
  }

  @Test
  void aClaimThatTookNoFreshJobLeavesItWhereItIs() {
    mark.beginLook();
    mark.moveTo("2026-01-01 00:00:00+00", 7L);
    mark.moveTo(null, null);

    mark.beginLook();

    assertThat(mark.id()).isEqualTo(7);
  }

  @Test
  void everySecondAClaimReadsFromTheFront_alsoWhenItIsWokenAllTheTime() {
    mark.beginLook();
    mark.moveTo("2026-01-01 00:00:00+00", 7L);
    int full = 0;
    for (int millis = 0; millis < 10_000; millis += 10) {
      now += Duration.ofMillis(10).toNanos();
      mark.beginLook();
      full += mark.id() == 0 ? 1 : 0;
    }

    assertThat(full).isEqualTo(10);
  }

  @Test
  void afterALookFromTheFrontItGoesBackToTheStragglersItFound() {
    mark.beginLook();
    mark.moveTo("2026-01-01 00:00:09+00", 900L);
    now += SECOND.toNanos();
    mark.beginLook();
    mark.moveTo("2026-01-01 00:00:01+00", 100L);

    mark.beginLook();

    assertThat(mark.id()).isEqualTo(100);
  }

  /** With a million dead entries at the front, such a look takes seconds. */
  @Test
  void aLookFromTheFrontThatTakesLongLeavesRoomForOthers() {
    int full = 0;
    int others = 0;
    for (int i = 0; i < 1_000; i++) {
      mark.beginLook();
      boolean fromTheFront = mark.id() == 0;
      full += fromTheFront ? 1 : 0;
      others += fromTheFront ? 0 : 1;
      now += Duration.ofMillis(fromTheFront ? 1_500 : 10).toNanos();
      mark.moveTo("2026-01-01 00:00:00+00", 7L);
      mark.endLook();
    }

    assertThat(full).isEqualTo(2);
    assertThat(others).isEqualTo(998);
    assertThat(mark.untilFullLook()).isLessThan(Duration.ofSeconds(6));
  }

  @Test
  void theFrontIsReadEveryTenSecondsHoweverLongItTakes_andAsBeforeWhenItIsQuickAgain() {
    mark.beginLook();
    now += Duration.ofSeconds(8).toNanos();
    mark.endLook();
    assertThat(mark.untilFullLook()).isEqualTo(Duration.ofSeconds(2));

    now += Duration.ofSeconds(2).toNanos();
    mark.beginLook();
    now += Duration.ofMillis(5).toNanos();
    mark.endLook();
    assertThat(mark.untilFullLook()).isEqualTo(Duration.ofMillis(995));
  }

  @Test
  void itTellsHowLongTheNextLookFromTheFrontMayWait() {
    assertThat(mark.untilFullLook()).isZero();

    mark.beginLook();
    now += Duration.ofMillis(300).toNanos();

    assertThat(mark.untilFullLook()).isEqualTo(Duration.ofMillis(700));
  }
}
