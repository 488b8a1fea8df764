package org.sortingoffice.groupsql;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.random.RandomGenerator;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A caller that is interrupted after the statement with its row failed is not told a wrong thing.
 */
class InterruptedRetryTest {
  private final ExecutorService callers = Executors.newCachedThreadPool();
  private final CountDownLatch firstBegins = new CountDownLatch(1);
  private final CountDownLatch firstEnds = new CountDownLatch(1);
  private final CountDownLatch secondBegins = new CountDownLatch(1);
  private final CountDownLatch secondBreaks = new CountDownLatch(1);

  @AfterEach
  void stop() {
    callers.shutdownNow();
  }

  @Test
  @Timeout(30)
  void afterACutLineNobodyKnowsWhetherTheRowWasSaved() throws Exception {
    assertThat(toldAfter(new SQLException("the line broke", "08006")))
        .isInstanceOf(GroupSqlException.class)
        .hasMessageContaining("nobody knows whether it was saved");
  }

  @Test
  @Timeout(30)
  void withoutAConnectionItSurelyWasNot() throws Exception {
    assertThat(toldAfter(new SQLTransientConnectionException("no connection in time")))
        .isInstanceOf(InterruptedException.class);
  }

  /** What a caller is told that is interrupted after the statement with its row failed so. */
  private Throwable toldAfter(SQLException failure) throws Exception {
    GroupWriter writer = writer(failure);
    callers.submit(() -> writer.write(row("first")));
    firstBegins.await();
    callers.submit(() -> writer.write(row("leads and breaks")));
    Awaitility.await().until(() -> writer.waiting() == 1);
    CompletableFuture<Thread> caller = new CompletableFuture<>();
    Future<Throwable> interrupted =
        callers.submit(
            () -> {
              caller.complete(Thread.currentThread());
              return catchThrowable(() -> writer.write(row("in its batch")));
            });
    Awaitility.await().until(() -> writer.waiting() == 2);
    firstEnds.countDown();
    secondBegins.await();

    caller.get().interrupt();
    secondBreaks.countDown();

    return interrupted.get(20, SECONDS);
  }

  private static ParameterRow row(String text) {
    return ParameterRow.of(List.of(text));
  }

  private GroupWriter writer(SQLException failure) {
    return new GroupWriter(
        "test",
        rows -> {
          if (rows.get(0).elements().contains("first")) {
            firstBegins.countDown();
            firstEnds.await();
            return rows.stream().map(row -> Map.<String, Object>of()).toList();
          }
          secondBegins.countDown();
          secondBreaks.await();
          throw failure;
        },
        new BatchLimits(10, 1_000),
        new CommitDelay(Duration.ZERO, 2),
        Writers.of(1),
        100,
        Duration.ofMinutes(1),
        Duration.ZERO,
        new Backoff(RandomGenerator.getDefault()),
        System::nanoTime,
        new GroupMeters(new SimpleMeterRegistry(), "test"));
  }
}
