package org.sortingoffice.database;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.sortingoffice.testing.TestRows;

/** Q48: several workers at one queue of tickets that came all at once. */
class ManyClaimsTest {
  private static final int WORKERS = 5;
  private static final int JOBS = 5_000;

  @Test
  void eachJobIsClaimedOnce_andNobodyTakesMoreThanItMay_Q48() throws Exception {
    var database = TestDatabase.migratedDataSource("many_claims");
    TestRows rows = new TestRows(database);
    rows.change(
        """
        with ticket as (
          insert into tickets (customer_id, subject, body)
          select 'C-1', 's', 'b' from generate_series(1, %d) as i
          returning number
        )
        insert into jobs (ticket_number, actor, request_sha256)
        select number, 'customer:C-1', 'v1:x' from ticket
        """
            .formatted(JOBS));
    String claim = StatementText.read("claim-jobs.sql", StatementText.VALUES);
    ExecutorService workers = Executors.newFixedThreadPool(WORKERS);
    List<Long> claimed = new ArrayList<>();
    try {
      List<CompletableFuture<List<Long>>> running = new ArrayList<>();
      for (int i = 0; i < WORKERS; i++) {
        running.add(CompletableFuture.supplyAsync(() -> claimAll(rows, claim), workers));
      }
      for (CompletableFuture<List<Long>> worker : running) {
        claimed.addAll(worker.get(60, TimeUnit.SECONDS));
      }
    } finally {
      workers.shutdownNow();
    }

    assertThat(claimed).hasSize(JOBS);
    assertThat(new HashSet<>(claimed)).hasSize(JOBS);
    assertThat(rows.count("jobs where delivery <> 1 or state <> 'running'")).isZero();
  }

  private static List<Long> claimAll(TestRows rows, String claim) {
    List<Long> jobs = new ArrayList<>();
    try (Connection connection = rows.connect();
        Statement statement = connection.createStatement()) {
      statement.execute("set synchronous_commit = off");
      int found;
      do {
        found = 0;
        try (ResultSet row = statement.executeQuery(claim)) {
          while (row.next()) {
            jobs.add(row.getLong("id"));
            found++;
          }
        }
        assertThat(found).isLessThanOrEqualTo(10);
        // Who finds nothing may have met only what others have locked: they take it.
      } while (found > 0);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
    return jobs;
  }
}
