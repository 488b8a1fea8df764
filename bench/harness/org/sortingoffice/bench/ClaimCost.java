package org.sortingoffice.bench;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/** What the application's own claim costs the database, whatever else is in it. */
final class ClaimCost {
  static final String SMALL = "bench_claim_small";
  private static final String LARGE = "bench_claim_large";
  private static final String HELD = "bench_claim_held";
  private static final String BEFORE = "bench_claim_before";
  private static final int HELD_SNAPSHOT_JOBS = 100_000;
  private static final int ROUNDS = 20;

  /**
   * Medians of a claim of 100, in milliseconds.
   *
   * @param before with little in the database, or without a held snapshot
   * @param after with much, or under it
   */
  record Result(double before, double after) {}

  private final Database database;

  ClaimCost(Database database) {
    this.database = database;
  }

  /** 1,000 queued and nothing else, against a million queued beside the finished. */
  Result bySize(long finished) throws Exception {
    small(SMALL);
    large(LARGE, finished);
    Map<String, Sample> claims = inTurn(List.of(SMALL, LARGE), ROUNDS);
    database.drop(SMALL);
    database.drop(LARGE);
    return new Result(claims.get(SMALL).median(), claims.get(LARGE).median());
  }

  /** A thousand jobs are queued, and there is nothing else. */
  void small(String name) throws SQLException {
    database.createBacklog(name, 1_000);
  }

  /** A million jobs are queued beside many that are finished. */
  void large(String name, long finished) throws SQLException {
    small(name);
    new Bystanders(database, name).finished(finished).queued(1_000_000).settle();
  }

  private interface Measured {
    double millis(QueueClient client) throws SQLException;
  }

  /**
   * Claims from the front, on each of the databases in turn, so that what the machine does to one
   * it does to all.
   *
   * @return for each database its claims, in milliseconds
   */
  Map<String, Sample> inTurn(List<String> names, int rounds) throws Exception {
    return inTurn(names, rounds, client -> client.claim().millis());
  }

  /** As {@link #inTurn}, of the acceptance of 100 new tickets. */
  Map<String, Sample> acceptInTurn(List<String> names, int rounds) throws Exception {
    AtomicLong next = new AtomicLong();
    return inTurn(names, rounds, client -> client.accept(next.getAndAdd(QueueClient.JOBS)));
  }

  private Map<String, Sample> inTurn(List<String> names, int rounds, Measured measured)
      throws Exception {
    Map<String, List<Double>> millis = new LinkedHashMap<>();
    for (int round = 0; round < rounds; round++) {
      for (String name : names) {
        try (QueueClient client = new QueueClient(database, name, Duration.ZERO)) {
          for (int i = 0; i < 8; i++) {
            double took = measured.millis(client);
            // The first of a connection are planned anew.
            if (i > 1) {
              millis.computeIfAbsent(name, absent -> new ArrayList<>()).add(took);
            }
          }
        }
        putBack(name);
      }
    }
    Map<String, Sample> samples = new LinkedHashMap<>();
    millis.forEach((name, all) -> samples.put(name, new Sample(all)));
    return samples;
  }

  private void putBack(String name) throws SQLException {
    database.execute(
        name,
        "update jobs set state = 'queued', locked_by = null, lease_until = null where state = 'running'");
    if (name.equals(SMALL)) {
      // So that it stays small.
      database.execute(name, "vacuum jobs");
    }
  }

  /**
   * Claims and ends 100,000 jobs while another transaction holds a snapshot; then claims there and,
   * in turn, on a copy of the database as it was before.
   */
  Result underHeldSnapshot() throws Exception {
    database.createBacklog(HELD, HELD_SNAPSHOT_JOBS + 15_000);
    database.copy(HELD, BEFORE);
    try (Connection other = database.connect(HELD);
        QueueClient held = new QueueClient(database, HELD, Duration.ofSeconds(1));
        QueueClient before = new QueueClient(database, BEFORE, Duration.ofSeconds(1))) {
      other.setAutoCommit(false);
      other.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
      try (Statement statement = other.createStatement()) {
        statement.execute("select count(*) from provider_gate");
      }
      for (int i = 0; i < HELD_SNAPSHOT_JOBS / QueueClient.JOBS; i++) {
        held.finish(held.claim());
      }
      List<Double> ofBefore = new ArrayList<>();
      List<Double> ofHeld = new ArrayList<>();
      for (int i = 0; i < 100; i++) {
        QueueClient.Claimed one = before.claim();
        before.finish(one);
        QueueClient.Claimed under = held.claim();
        held.finish(under);
        // The first of a connection are planned anew.
        if (i > 10) {
          ofBefore.add(one.millis());
          ofHeld.add(under.millis());
        }
      }
      other.rollback();
      return new Result(new Sample(ofBefore).median(), new Sample(ofHeld).median());
    } finally {
      database.drop(HELD);
      database.drop(BEFORE);
    }
  }
}
