package org.sortingoffice.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class QuotaTest {
  private static final long WINDOW = 60_000;

  private long now = 1_000_000;
  private final Quota quota =
      new Quota(
          new Pace(Duration.ZERO, 150, Duration.ofMinutes(1), 1),
          new SimulatedTime(1),
          () -> Instant.ofEpochMilli(now));

  @Test
  void letsTheLimitThroughAndRefusesTheRestUntilTheWindowEnds() {
    for (int i = 0; i < 150; i++) {
      assertThat(quota.decide(150, WINDOW).admitted()).isTrue();
    }
    now += 12_345;
    Quota.Verdict refused = quota.decide(150, WINDOW);
    assertThat(refused.admitted()).isFalse();
    assertThat(refused.remaining()).isZero();
    assertThat(refused.waitMillis()).isEqualTo(WINDOW - 12_345);
    now += refused.waitMillis();
    assertThat(quota.decide(150, WINDOW).admitted()).isTrue();
  }

  @Test
  void refusedCallsDoNotCount() {
    quota.decide(1, WINDOW);
    for (int i = 0; i < 10; i++) {
      quota.decide(1, WINDOW);
    }
    now += WINDOW;
    assertThat(quota.decide(1, WINDOW).admitted()).isTrue();
    assertThat(quota.decide(1, WINDOW).admitted()).isFalse();
  }

  @Test
  void windowsFollowEachOtherFromTheFirstCallOn() {
    quota.decide(1, WINDOW);
    now += 5 * WINDOW + 20_000;
    quota.decide(1, WINDOW);
    assertThat(quota.decide(1, WINDOW).waitMillis()).isEqualTo(40_000);
  }

  @Test
  void restartedItBeginsANewFirstWindow() {
    quota.decide(1, WINDOW);
    now += 20_000;
    quota.restart();
    assertThat(quota.decide(1, WINDOW).admitted()).isTrue();
    assertThat(quota.decide(1, WINDOW).waitMillis()).isEqualTo(WINDOW);
  }
}
