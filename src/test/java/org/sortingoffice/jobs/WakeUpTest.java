package org.sortingoffice.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class WakeUpTest {
  private static final Duration LONG = Duration.ofMinutes(5);

  private final WakeUp wakeUp = new WakeUp();

  @Test
  void aSignalGivenBeforeTheWaitIsNotLost() throws Exception {
    wakeUp.signal();

    awaiting(LONG).get(10, TimeUnit.SECONDS);
  }

  @Test
  void aSignalEndsAWaitThatHasBegun() throws Exception {
    CompletableFuture<Void> waiting = awaiting(LONG);

    wakeUp.signal();

    waiting.get(10, TimeUnit.SECONDS);
  }

  @Test
  void theEarliestOfSeveralTimesEndsTheWait() throws Exception {
    wakeUp.signalIn(LONG.toMillis());
    wakeUp.signalIn(20);

    awaiting(LONG).get(10, TimeUnit.SECONDS);
  }

  @Test
  void aSignalIsSpentByTheWaitItEnds() throws Exception {
    wakeUp.signal();
    awaiting(LONG).get(10, TimeUnit.SECONDS);

    long before = System.nanoTime();
    awaiting(Duration.ofMillis(50)).get(10, TimeUnit.SECONDS);

    assertThat(Duration.ofNanos(System.nanoTime() - before))
        .isGreaterThanOrEqualTo(Duration.ofMillis(45));
  }

  private CompletableFuture<Void> awaiting(Duration atLatest) {
    return CompletableFuture.runAsync(
        () -> {
          try {
            wakeUp.await(atLatest);
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          }
        });
  }
}
