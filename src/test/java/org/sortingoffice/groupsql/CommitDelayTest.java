package org.sortingoffice.groupsql;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.random.RandomGenerator;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A busy writer waits for company, one that is not busy never does. */
class CommitDelayTest {
  private final ExecutorService callers = Executors.newCachedThreadPool();
  private final List<Integer> batches = Collections.synchronizedList(new ArrayList<>());
  private final CountDownLatch firstEnds = new CountDownLatch(1);

  @AfterEach
  void stop() {
    callers.shutdownNow();
  }

  @Test
  @Timeout(30)
  void aWriterThatFindsEnoughRowsWaitsForMore() throws Exception {
    GroupWriter writer = writer(new CommitDelay(Duration.ofSeconds(2), 2));
    List<Future<?>> rows = new ArrayList<>();
    rows.add(write(writer));
    Awaitility.await().until(() -> batches.size() == 1);
    rows.add(write(writer));
    rows.add(write(writer));
    Awaitility.await().until(() -> writer.waiting() == 2);

    firstEnds.countDown();
    // Taken, but not written yet.
    Awaitility.await().until(() -> writer.waiting() == 0);
    rows.add(write(writer));

    for (Future<?> row : rows) {
      row.get(20, SECONDS);
    }
    assertThat(batches).containsExactly(1, 3);
  }

  @Test
  @Timeout(30)
  void oneThatFindsFewerWritesAtOnce() throws Exception {
    GroupWriter writer = writer(new CommitDelay(Duration.ofMinutes(10), 2));
    firstEnds.countDown();

    write(writer).get(20, SECONDS);
    write(writer).get(20, SECONDS);

    assertThat(batches).containsExactly(1, 1);
  }

  @Test
  @Timeout(30)
  void aStopIsNotHeldUp() throws Exception {
    GroupWriter writer = writer(new CommitDelay(Duration.ofMinutes(10), 2));
    Future<?> first = write(writer);
    Awaitility.await().until(() -> batches.size() == 1);
    Future<?> second = write(writer);
    Future<?> third = write(writer);
    Awaitility.await().until(() -> writer.waiting() == 2);
    firstEnds.countDown();
    Awaitility.await().until(() -> writer.waiting() == 0);

    assertThat(writer.stop(Duration.ofSeconds(20))).isTrue();

    for (Future<?> row : List.of(first, second, third)) {
      row.get(20, SECONDS);
    }
    assertThat(batches).containsExactly(1, 2);
  }

  @Test
  void whatMakesNoSenseIsRefused() {
    assertThatThrownBy(() -> new CommitDelay(Duration.ofMillis(-1), 5))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("commitDelay");
    assertThatThrownBy(() -> new CommitDelay(Duration.ZERO, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("commitSiblings");
  }

  private Future<?> write(GroupWriter writer) {
    return callers.submit(() -> writer.write(ParameterRow.of(List.of("1"))));
  }

  private GroupWriter writer(CommitDelay delay) {
    return new GroupWriter(
        "test",
        rows -> {
          batches.add(rows.size());
          firstEnds.await();
          return rows.stream().map(row -> Map.<String, Object>of()).toList();
        },
        new BatchLimits(10, 1_000),
        delay,
        Writers.of(1),
        100,
        Duration.ZERO,
        Duration.ZERO,
        new Backoff(RandomGenerator.getDefault()),
        System::nanoTime,
        new GroupMeters(new SimpleMeterRegistry(), "test"));
  }
}
