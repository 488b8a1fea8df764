package org.sortingoffice.intake;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ActorShareTest {
  private static final int LIGHT = 3;

  private long now = Long.MAX_VALUE - 5;
  private final ActorShare share = new ActorShare(LIGHT, new Random(1), () -> now);

  @Test
  void theFirstJobsOfAnActorAreLight() {
    for (int job = 1; job <= LIGHT; job++) {
      assertThat(share.enter()).isEqualTo(ActorShare.NONE);
      share.accepted(job, false);
      share.leave();
    }
  }

  @Test
  void theJobBeforeTheLastFewTellsTheLane() {
    accept(10, 11, 12, 13, 14);

    assertThat(share.enter()).isEqualTo(12);
  }

  @Test
  void requestsUnderWayCountAsJobsThatWait() {
    accept(10, 11, 12, 13, 14);

    assertThat(share.enter()).isEqualTo(12);
    assertThat(share.enter()).isEqualTo(13);
    assertThat(share.enter()).isEqualTo(14);
    assertThat(share.enter()).isEqualTo(ActorShare.SURELY_BULK);
  }

  @Test
  void manyRequestsAtOnceMakeNoMoreLightJobsThanOneAfterTheOther() {
    long light = 0;
    for (int i = 0; i < 50; i++) {
      light += share.enter() == ActorShare.NONE ? 1 : 0;
    }

    assertThat(light).isEqualTo(LIGHT);
  }

  @Test
  void aRequestThatCameToNothingDoesNotCountAnyMore() {
    for (int i = 0; i < 10; i++) {
      share.enter();
      share.leave();
    }

    assertThat(share.enter()).isEqualTo(ActorShare.NONE);
  }

  @Test
  void nothingHasToBeCountedWhileNoJobWasBulk() {
    accept(1, 2, 3);
    assertThat(share.mustCount()).isFalse();

    share.accepted(4, true);
    assertThat(share.mustCount()).isTrue();
  }

  @Test
  void oneCountsAtATime_andAgainAfterASecond() {
    share.accepted(4, true);
    assertThat(share.mustCount()).isTrue();
    assertThat(share.mustCount()).isFalse();
    share.counted(1, 100);
    assertThat(share.mustCount()).isFalse();

    now += Duration.ofSeconds(1).toNanos();
    assertThat(share.mustCount()).isTrue();
  }

  @Test
  void aCountThatFailedIsTriedAgainAtOnce() {
    share.accepted(4, true);
    assertThat(share.mustCount()).isTrue();
    share.notCounted();

    assertThat(share.mustCount()).isTrue();
  }

  @Test
  void theEstimateIsTheCountAndWhatCameSince() {
    accept(1, 2, 3);
    share.accepted(4, true);
    share.mustCount();
    share.accepted(5, true);
    share.counted(700, 10_000);
    share.accepted(6, true);
    share.enter();

    assertThat(share.estimate())
        .as("light, counted, accepted since the count began, under way")
        .isEqualTo(LIGHT + 700 + 2 + 1);
  }

  @Test
  void beforeTheFirstCountAllThatIsKnownCounts() {
    accept(1, 2, 3);
    share.enter();
    share.enter();

    assertThat(share.estimate()).isEqualTo(LIGHT + 2);
  }

  private void accept(long... jobs) {
    for (long job : jobs) {
      share.accepted(job, false);
    }
  }
}
