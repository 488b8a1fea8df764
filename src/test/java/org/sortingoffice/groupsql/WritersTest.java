package org.sortingoffice.groupsql;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Another writer begins when the one that runs is held up, and not before. */
class WritersTest {
  private final ExecutorService callers = Executors.newCachedThreadPool();
  private final List<List<String>> batches = new CopyOnWriteArrayList<>();
  private final Map<String, CountDownLatch> heldUp = new ConcurrentHashMap<>();

  @AfterEach
  void stop() {
    callers.shutdownNow();
  }

  @Test
  @Timeout(30)
  void whatWaitsTooLongIsWrittenBesideTheStatementThatRuns() throws Exception {
    GroupWriter writer = writer(new Writers(2, Duration.ofMillis(50)), System::nanoTime);
    CountDownLatch lock = hold("locked");
    Future<?> locked = write(writer, "locked");
    Awaitility.await().until(() -> batches.size() == 1);

    write(writer, "other").get(20, SECONDS);

    assertThat(locked).isNotDone();
    assertThat(batches).containsExactly(List.of("locked"), List.of("other"));
    lock.countDown();
    locked.get(20, SECONDS);
  }

  @Test
  @Timeout(30)
  void untilThenAllShareTheNextStatement() throws Exception {
    GroupWriter writer = writer(new Writers(2, Duration.ofMinutes(10)), System::nanoTime);
    CountDownLatch commit = hold("first");
    List<Future<?>> rows = new ArrayList<>();
    rows.add(write(writer, "first"));
    Awaitility.await().until(() -> batches.size() == 1);
    rows.add(write(writer, "second"));
    rows.add(write(writer, "third"));
    Awaitility.await().until(() -> writer.waiting() == 2);

    commit.countDown();

    for (Future<?> row : rows) {
      row.get(20, SECONDS);
    }
    assertThat(batches).hasSize(2);
    assertThat(batches.get(1)).containsExactlyInAnyOrder("second", "third");
  }

  @Test
  @Timeout(30)
  void aSpareWriterGoesWhenTheOtherIsEnough() throws Exception {
    AtomicLong now = new AtomicLong();
    GroupWriter writer = writer(new Writers(2, Duration.ofMillis(50)), now::get);
    CountDownLatch first = hold("first");
    CountDownLatch spare = hold("spare");
    List<Future<?>> rows = new ArrayList<>();
    rows.add(write(writer, "first"));
    Awaitility.await().until(() -> batches.size() == 1);
    rows.add(write(writer, "spare"));
    Awaitility.await().until(() -> writer.waiting() == 1);
    now.addAndGet(Duration.ofSeconds(1).toNanos());
    Awaitility.await().until(() -> batches.size() == 2);
    rows.add(write(writer, "late"));
    rows.add(write(writer, "later"));
    Awaitility.await().until(() -> writer.waiting() == 2);

    spare.countDown();
    rows.get(1).get(20, SECONDS);
    assertThat(writer.waiting()).isEqualTo(2);
    first.countDown();

    for (Future<?> row : rows) {
      row.get(20, SECONDS);
    }
    assertThat(batches).hasSize(3);
    assertThat(batches.get(2)).containsExactlyInAnyOrder("late", "later");
    assertThat(writer.stop(Duration.ofSeconds(20))).isTrue();
  }

  @Test
  @Timeout(30)
  void withoutAWaitAllBeginAtOnce() throws Exception {
    GroupWriter writer = writer(Writers.of(2), () -> 0);
    CountDownLatch lock = hold("locked");
    Future<?> locked = write(writer, "locked");
    Awaitility.await().until(() -> batches.size() == 1);

    write(writer, "other").get(20, SECONDS);

    assertThat(locked).isNotDone();
    lock.countDown();
    locked.get(20, SECONDS);
  }

  @Test
  void whatMakesNoSenseIsRefused() {
    assertThatThrownBy(() -> Writers.of(0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("writers");
    assertThatThrownBy(() -> new Writers(2, Duration.ofMillis(-1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("spareWriterAfter");
  }

  private CountDownLatch hold(String row) {
    CountDownLatch latch = new CountDownLatch(1);
    heldUp.put(row, latch);
    return latch;
  }

  private Future<?> write(GroupWriter writer, String row) {
    return callers.submit(() -> writer.write(ParameterRow.of(List.of(row))));
  }

  private GroupWriter writer(Writers writers, LongSupplier clock) {
    return new GroupWriter(
        "test",
        rows -> {
          List<String> batch = rows.stream().map(row -> row.elements().get(0).toString()).toList();
          batches.add(batch);
          if (heldUp.containsKey(batch.get(0))) {
            heldUp.get(batch.get(0)).await();
          }
          return rows.stream().map(row -> Map.<String, Object>of()).toList();
        },
        new BatchLimits(10, 1_000),
        CommitDelay.NONE,
        writers,
        100,
        Duration.ZERO,
        Duration.ZERO,
        new Backoff(RandomGenerator.getDefault()),
        clock,
        new GroupMeters(new SimpleMeterRegistry(), "test"));
  }
}
