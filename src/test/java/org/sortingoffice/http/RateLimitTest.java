package org.sortingoffice.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bucket4j.TimeMeter;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RateLimitTest {
  private final HandClock clock = new HandClock();

  @Test
  void eachMaySendABurstAndThenAsManyAsRefill() {
    RateLimit limit = RateLimit.of("actor", new BigDecimal("2"), 3, clock);

    assertThat(allowed(limit, "C-1", 10)).isEqualTo(3);
    assertThat(allowed(limit, "C-2", 1)).as("another has a bucket of its own").isEqualTo(1);
    clock.passes(Duration.ofMillis(499));
    assertThat(allowed(limit, "C-1", 1)).isZero();
    clock.passes(Duration.ofMillis(1));
    assertThat(allowed(limit, "C-1", 5)).isEqualTo(1);
    clock.passes(Duration.ofDays(3));
    assertThat(allowed(limit, "C-1", 10)).as("never more than the burst").isEqualTo(3);
  }

  @Test
  void whoIsRefusedIsToldWhenThereIsRoom() {
    RateLimit limit = RateLimit.of("actor", new BigDecimal("0.1"), 2, clock);
    allowed(limit, "C-1", 2);

    Optional<Problem> first = limit.ask("C-1");
    clock.passes(Duration.ofSeconds(7));
    Optional<Problem> later = limit.ask("C-1");

    assertThat(first.orElseThrow().status()).isEqualTo(429);
    assertThat(first.orElseThrow().headers())
        .containsEntry("Retry-After", "10")
        .containsEntry("RateLimit", "\"actor\";r=0;t=10")
        .containsEntry("RateLimit-Policy", "\"actor\";q=2;w=20");
    assertThat(later.orElseThrow().headers()).containsEntry("Retry-After", "3");
    clock.passes(Duration.ofSeconds(3));
    assertThat(limit.ask("C-1")).as("what was promised holds").isEmpty();
  }

  @Test
  void withoutALimitNobodyIsRefusedAndNobodyRemembered() {
    RateLimit limit = RateLimit.none();

    assertThat(allowed(limit, "C-1", 1_000)).isEqualTo(1_000);
    assertThat(limit.remembered()).isZero();
  }

  @Test
  void ofMoreThanItRemembersItForgetsThoseWhoAskedLongestAgo() {
    RateLimit limit = RateLimit.of("actor", new BigDecimal("0.001"), 1, clock);
    allowed(limit, "first", 1);
    allowed(limit, "busy", 1);
    for (int i = 0; i < RateLimit.MOST; i++) {
      limit.ask("C-" + i);
      if (i % 1_000 == 0) {
        assertThat(limit.ask("busy")).isPresent();
      }
    }

    assertThat(limit.remembered()).isEqualTo(RateLimit.MOST);
    assertThat(limit.ask("busy")).as("one who asks all the time").isPresent();
    assertThat(limit.ask("first")).as("one who was forgotten").isEmpty();
  }

  private static int allowed(RateLimit limit, String who, int asked) {
    int allowed = 0;
    for (int i = 0; i < asked; i++) {
      if (limit.ask(who).isEmpty()) {
        allowed++;
      }
    }
    return allowed;
  }

  /** Goes on only when it is told to. */
  private static final class HandClock implements TimeMeter {
    private long nanos;

    void passes(Duration time) {
      nanos += time.toNanos();
    }

    @Override
    public long currentTimeNanos() {
      return nanos;
    }

    @Override
    public boolean isWallClockBased() {
      return false;
    }
  }
}
