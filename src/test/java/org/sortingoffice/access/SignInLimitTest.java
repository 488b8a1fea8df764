package org.sortingoffice.access;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bucket4j.TimeMeter;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SignInLimitTest {
  private long nanos;

  private final SignInLimit limit =
      new SignInLimit(
          new TimeMeter() {
            @Override
            public long currentTimeNanos() {
              return nanos;
            }

            @Override
            public boolean isWallClockBased() {
              return false;
            }
          });

  @Test
  void tenGuessesAMinuteFromOneAddressAreEnough() {
    assertThat(IntStream.range(0, 20).filter(i -> limit.mayTry("a")).count()).isEqualTo(10);
    assertThat(limit.mayTry("b")).isTrue();

    nanos += 6_000_000_000L;

    assertThat(IntStream.range(0, 20).filter(i -> limit.mayTry("a")).count()).isEqualTo(1);
  }

  @Test
  void whoIsRightIsNotSlowedDown() {
    for (int i = 0; i < 100; i++) {
      assertThat(limit.mayTry("a")).isTrue();
      limit.wasRight("a");
    }
  }
}
