package org.sortingoffice.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.sortingoffice.database.DatabaseAddress;
import org.sortingoffice.database.TestDatabase;
import org.sortingoffice.http.ProblemException;

/** How often keys are read, and what is known while they cannot be. */
class KeyRingTest {
  private static final long SECOND = 1_000_000_000L;

  private final AtomicInteger reads = new AtomicInteger();
  private volatile long nanos;
  private volatile SQLException trouble;
  private volatile CountDownLatch holding;
  private final CountDownLatch held = new CountDownLatch(1);
  private DataSource real;
  private TestKeys keys;

  @BeforeEach
  void database() {
    DatabaseAddress address = TestDatabase.migrated("key_ring");
    real = TestDatabase.dataSource(address);
    keys = new TestKeys(address);
  }

  @Test
  void theHotPathAsksTheDatabaseOnceASecondHoweverManyAsk() throws SQLException {
    Secret shop = new Secret(keys.create("shop", "ticket:write"));
    KeyRing ring = ring();

    for (int i = 0; i < 10_000; i++) {
      assertThat(ring.isEmpty()).isFalse();
      assertThat(ring.find(shop).orElseThrow().name()).isEqualTo("shop");
    }
    assertThat(reads).hasValue(1);

    nanos += 2 * SECOND;
    for (int i = 0; i < 10_000; i++) {
      assertThat(ring.find(shop).orElseThrow().roles()).isEqualTo(Set.of(Role.TICKET_WRITE));
    }
    assertThat(reads).hasValue(2);
  }

  @Test
  void whatIsMadeAndRevokedCountsASecondLater() throws SQLException {
    KeyRing ring = ring();
    assertThat(ring.isEmpty()).isTrue();

    Secret shop = new Secret(keys.create("shop", "ops:read"));
    nanos += 2 * SECOND;
    assertThat(ring.isEmpty()).isFalse();
    assertThat(ring.find(shop)).isPresent();

    keys.revoke("shop");
    nanos += 2 * SECOND;
    assertThat(ring.find(shop)).isEmpty();
    assertThat(ring.isEmpty()).isFalse();
  }

  @Test
  void whileTheDatabaseIsAwayWhatIsKnownIsGoodForTenSeconds() throws SQLException {
    Secret shop = new Secret(keys.create("shop", "ops:read"));
    KeyRing ring = ring();
    trouble = new SQLTransientConnectionException("away", "08006");

    nanos += 9 * SECOND;
    assertThat(ring.find(shop)).isPresent();
    nanos += 2 * SECOND;
    assertThatThrownBy(() -> ring.find(shop))
        .isInstanceOf(ProblemException.class)
        .hasMessageStartingWith("database_unavailable");
    assertThat(ring.find(shop, ring.lastKnown())).isPresent();

    trouble = null;
    nanos += 2 * SECOND;
    assertThat(ring.find(shop)).isPresent();
  }

  /** One request waits for the database; the others go on with what is known. */
  @Test
  void aSlowReadHoldsNobodyElse() throws Exception {
    Secret shop = new Secret(keys.create("shop", "ops:read"));
    KeyRing ring = ring();
    nanos += 2 * SECOND;
    holding = new CountDownLatch(1);
    ExecutorService other = Executors.newSingleThreadExecutor();
    try {
      Future<Boolean> reader = other.submit(() -> ring.find(shop).isPresent());
      assertThat(held.await(30, TimeUnit.SECONDS)).isTrue();

      assertThat(ring.find(shop)).isPresent();
      assertThat(reader.isDone()).isFalse();

      holding.countDown();
      assertThat(reader.get(30, TimeUnit.SECONDS)).isTrue();
    } finally {
      other.shutdownNow();
    }
  }

  private KeyRing ring() throws SQLException {
    DataSource watched =
        (DataSource)
            Proxy.newProxyInstance(
                KeyRingTest.class.getClassLoader(),
                new Class<?>[] {DataSource.class},
                (proxy, method, arguments) -> {
                  reads.incrementAndGet();
                  if (trouble != null) {
                    throw trouble;
                  }
                  if (holding != null) {
                    held.countDown();
                    holding.await();
                  }
                  try {
                    return method.invoke(real, arguments);
                  } catch (InvocationTargetException failure) {
                    throw failure.getCause();
                  }
                });
    return new KeyRing(watched, () -> nanos);
  }
}
