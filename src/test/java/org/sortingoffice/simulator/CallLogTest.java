package org.sortingoffice.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class CallLogTest {
  private final CallLog log = new CallLog(10, InstantSource.system());

  @Test
  void countsStayExactBeyondTheRowsThatAreKept() {
    for (int i = 0; i < 25; i++) {
      log("embed", "T-1");
    }
    log("embed", "T-2");
    log("classify", "T-1");
    assertThat(log.countByStep(null)).isEqualTo(Map.of("embed", 26L, "classify", 1L));
    assertThat(log.countByStep("T-1")).isEqualTo(Map.of("embed", 25L, "classify", 1L));
    assertThat(log.rows(null, null, 100))
        .extracting(row -> row.seq)
        .containsExactly(18L, 19L, 20L, 21L, 22L, 23L, 24L, 25L, 26L, 27L);
    assertThat(log.rows(null, "T-2", 100)).extracting(row -> row.seq).containsExactly(26L);
    assertThat(log.rows(null, null, 2)).extracting(row -> row.seq).containsExactly(26L, 27L);
  }

  @Test
  void noCallIsLostWhenManyArriveAtOnce() throws InterruptedException {
    ExecutorService threads = Executors.newFixedThreadPool(8);
    for (int i = 0; i < 8; i++) {
      threads.execute(
          () -> {
            for (int n = 0; n < 10_000; n++) {
              log("classify", "T-1");
            }
          });
    }
    threads.shutdown();
    assertThat(threads.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
    assertThat(log.countByStep("T-1")).isEqualTo(Map.of("classify", 80_000L));
    assertThat(log.total()).isEqualTo(80_000);
  }

  @Test
  void aResetBeginsAnew() {
    log("classify", "T-1");
    log.reset();
    assertThat(log.countByStep(null)).isEmpty();
    assertThat(log("classify", "T-1").nth).isEqualTo(1);
  }

  @Test
  void whatEndedFirstStays() {
    CallRow row = log("classify", "T-1");
    row.clientLeft(5);
    row.answered(200, 6);
    assertThat(row.clientGone()).isTrue();
    assertThat(row.status()).isZero();
    assertThat(row.endedMillis()).isEqualTo(5);
  }

  private CallRow log(String step, String ticket) {
    CallRequest request =
        new CallRequest(
            true, "m", step, ticket, null, null, "", List.of(), 0, 0, 384, false, false, null);
    return log.begin(request, ticket, nth -> Mode.named(Mode.NORMAL)).row();
  }
}
