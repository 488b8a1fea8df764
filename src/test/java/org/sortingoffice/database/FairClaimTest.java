package org.sortingoffice.database;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.sortingoffice.jobs.Lanes;
import org.sortingoffice.jobs.LowWaterMark;
import org.sortingoffice.testing.TestRows;

/** How claims that follow each other share the slots between the two lanes of the queue. */
class FairClaimTest {
  private TestRows rows;

  @BeforeEach
  void start() {
    var database = TestDatabase.migratedDataSource("fair_claim");
    rows = new TestRows(database);
  }

  @Test
  void bulkIsNotStarvedWhileLightKeepsComing_oneSlotAtATime() throws SQLException {
    put("bulk", 200, true);
    Claimer claimer = new Claimer(1);
    List<String> claimed = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      put("light", 2, false);
      claimed.addAll(claimer.claim());
    }

    assertThat(claimed.stream().filter(lane -> lane.equals("bulk"))).hasSize(50);
    assertThat(claimed.subList(0, 4)).containsExactly("light", "bulk", "light", "bulk");
  }

  @Test
  void severalWorkersTakeFewJobsBeforeASingleLightOne() throws Exception {
    put("bulk", 5_000, true);
    put("light", 20, false);
    put("single", 1, false);
    List<CompletableFuture<List<String>>> workers = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      Claimer claimer = new Claimer(5);
      workers.add(
          CompletableFuture.supplyAsync(
              () -> {
                List<String> claimed = new ArrayList<>();
                while (rows.count("jobs where actor = 'single' and state = 'queued'") > 0) {
                  claimed.addAll(claimer.claimUnchecked());
                }
                return claimed;
              }));
    }
    long claimed = 0;
    for (CompletableFuture<List<String>> worker : workers) {
      claimed += worker.get().size();
    }

    assertThat(claimed).as("twice the light ones, and a claim in flight each").isLessThan(42 + 40);
  }

  @Test
  void aLaneThatIsEmptyLeavesAllSlotsToTheOther_alsoFromTheMark() throws SQLException {
    put("bulk", 100, true);
    Claimer claimer = new Claimer(10);
    for (int i = 0; i < 10; i++) {
      assertThat(claimer.claim()).hasSize(10).containsOnly("bulk");
    }
    assertThat(claimer.claim()).isEmpty();
  }

  private void put(String actor, int jobs, boolean bulk) {
    rows.change(
        """
        with ticket as (
          insert into tickets (customer_id, subject, body)
          select 'C-1', 's', 'b' from generate_series(1, %d) as i
          returning number
        )
        insert into jobs (ticket_number, actor, request_sha256, bulk)
        select number, '%s', 'v1:x', %s from ticket
        """
            .formatted(jobs, actor, bulk));
  }

  /** A worker that claims again and again, as the application does. */
  private final class Claimer {
    private final int free;
    private final LowWaterMark light = new LowWaterMark(Duration.ofMinutes(1), System::nanoTime);
    private final LowWaterMark bulk = new LowWaterMark(Duration.ofMinutes(1), System::nanoTime);
    private final Lanes lanes = new Lanes(light, bulk);

    Claimer(int free) {
      this.free = free;
    }

    List<String> claimUnchecked() {
      try {
        return claim();
      } catch (SQLException e) {
        throw new IllegalStateException(e);
      }
    }

    /** The actors of the jobs that were claimed. */
    List<String> claim() throws SQLException {
      lanes.beginLook();
      List<String> actors = new ArrayList<>();
      try (Connection connection = rows.connect();
          Statement statement = connection.createStatement();
          ResultSet row = statement.executeQuery(StatementText.read("claim-jobs.sql", values()))) {
        while (row.next()) {
          Map<String, Object> place = new HashMap<>();
          for (String column :
              List.of("light_run_at", "light_id", "bulk_run_at", "bulk_id", "next_turn")) {
            place.put(column, row.getObject(column));
          }
          lanes.moveTo(place);
          actors.add((String) rows.value("select actor from jobs where id = ?", row.getLong("id")));
        }
      } catch (IOException e) {
        throw new IllegalStateException(e);
      }
      return actors;
    }

    private Map<String, String> values() {
      Map<String, String> values = new HashMap<>(StatementText.VALUES);
      values.put("bean:heldJobs?method=ask", String.valueOf(free));
      values.put("bean:lanes?method=turn", String.valueOf(lanes.turn()));
      values.put("bean:lightMark?method=runAt", "'" + light.runAt() + "'");
      values.put("bean:lightMark?method=id", String.valueOf(light.id()));
      values.put("bean:bulkMark?method=runAt", "'" + bulk.runAt() + "'");
      values.put("bean:bulkMark?method=id", String.valueOf(bulk.id()));
      return values;
    }
  }
}
