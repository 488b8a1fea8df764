package org.sortingoffice.model;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** What a claim takes from the two lanes of the queue. */
final class LaneShares {
  /**
   * Jobs in the queue, from the one that is due for longest on, a letter each: {@code L} light,
   * {@code B} bulk, {@code b} bulk and not due yet, {@code R} bulk and running, {@code G} begun, of
   * the bulk lane.
   *
   * @param jobs the jobs
   * @param free how many slots are free
   * @param turn how many slots ago it was bulk's turn
   * @param every of how many slots one is for the bulk lane
   * @param taken which jobs are taken: 1 is the first
   * @param nextTurn the turn of the next claim
   */
  record Scene(String jobs, int free, int turn, int every, List<Long> taken, Integer nextTurn) {
    static List<Scene> all() {
      return List.of(
          new Scene("BBBBLLLL", 4, 0, 2, List.of(1L, 2L, 5L, 6L), 0),
          new Scene("BBBBLLLL", 3, 0, 2, List.of(1L, 5L, 6L), 1),
          new Scene("BBBBLLLL", 3, 1, 2, List.of(1L, 2L, 5L), 0),
          new Scene("BBL", 1, 0, 2, List.of(3L), 1),
          new Scene("BBL", 1, 1, 2, List.of(1L), 0),
          new Scene("BBBBLLLLLL", 6, 0, 3, List.of(1L, 2L, 5L, 6L, 7L, 8L), 0),
          new Scene("BBLL", 2, 1, 3, List.of(1L, 3L), 0),
          new Scene("BBLL", 2, 0, 1, List.of(1L, 2L), 0),
          new Scene("BLLLL", 4, 0, 2, List.of(1L, 2L, 3L, 4L), 0),
          new Scene("LLLL", 4, 0, 2, List.of(1L, 2L, 3L, 4L), 0),
          new Scene("BBBBBL", 6, 0, 2, List.of(1L, 2L, 3L, 4L, 5L, 6L), 0),
          new Scene("BBBBBL", 5, 0, 2, List.of(1L, 2L, 3L, 4L, 6L), 1),
          new Scene("BBBB", 4, 1, 2, List.of(1L, 2L, 3L, 4L), 1),
          new Scene("BBBB", 1, 0, 2, List.of(1L), 1),
          new Scene("RRbLbb", 6, 0, 2, List.of(4L), 1),
          new Scene("RBbb", 6, 0, 2, List.of(2L), 1),
          new Scene("BBLLGG", 4, 0, 2, List.of(1L, 3L, 5L, 6L), 0),
          new Scene("BBLLGG", 2, 1, 2, List.of(5L, 6L), 1),
          new Scene("bbRR", 6, 0, 2, List.of(), null));
    }

    @Override
    public String toString() {
      return "%s for %d slots, bulk %d of %d".formatted(jobs, free, turn, every);
    }
  }

  private final ModelDatabase database;

  LaneShares(ModelDatabase database) {
    this.database = database;
  }

  /** What is wrong with what the statement does, or null. */
  String failure(Scene scene, Statements statements) {
    database.clear();
    database.begin();
    try {
      for (int i = 0; i < scene.jobs().length(); i++) {
        put(scene.jobs().charAt(i), scene.jobs().length() - i);
      }
      Map<String, Object> values = Values.claim("worker", scene.free(), false, scene.turn());
      values.put("properties:claim.bulk.every", String.valueOf(scene.every()));
      List<Map<String, Object>> rows = database.run(statements.get("claim-jobs"), values);
      List<Long> taken = rows.stream().map(row -> (Long) row.get("id")).sorted().toList();
      if (!taken.equals(scene.taken())) {
        return "%s: took %s, not %s".formatted(scene, taken, scene.taken());
      }
      return rows.stream()
          .map(row -> ((Number) row.get("next_turn")).intValue())
          .filter(next -> !next.equals(scene.nextTurn()))
          .map(next -> "%s: the next turn is %s, not %s".formatted(scene, next, scene.nextTurn()))
          .collect(Collectors.collectingAndThen(Collectors.toList(), LaneShares::firstOrNull));
    } catch (StatementFailed failure) {
      return failure.getMessage();
    } finally {
      database.rollback();
    }
  }

  private static String firstOrNull(List<String> failures) {
    return failures.isEmpty() ? null : failures.get(0);
  }

  private void put(char kind, int secondsAgo) {
    database.sql(
        """
        with ticket as (
          insert into tickets (customer_id, subject, body) values ('C-1', 's', 'b') returning number
        )
        insert into jobs (ticket_number, actor, request_sha256, run_at, bulk, has_results, state, locked_by, lease_until)
        select number, 'customer:C-1', 'v1:x', now() - ? * interval '1 second', ?, ?, ?,
               case when ? then 'another' end, case when ? then now() + interval '1 hour' end
        from ticket
        """,
        kind == 'b' ? -3600 : secondsAgo,
        kind != 'L',
        kind == 'G',
        kind == 'R' ? "running" : "queued",
        kind == 'R',
        kind == 'R');
  }
}
