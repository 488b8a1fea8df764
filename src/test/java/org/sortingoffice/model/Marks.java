package org.sortingoffice.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * What a claim takes that reads on from a mark. It may leave out what lies before the mark, which
 * the next full look takes, and nothing else.
 */
final class Marks {
  /**
   * Jobs in the queue, and a mark.
   *
   * @param name what it is
   * @param ages for each job, from job 1 on, how many seconds it has been due
   * @param mark how many seconds before now the mark lies; null is the front of the queue
   * @param afterJob after which of the jobs with that time
   * @param taken the jobs that are claimed
   * @param bulk the lane in which they stand
   */
  record Scene(
      String name, List<Integer> ages, Integer mark, int afterJob, List<Long> taken, boolean bulk) {
    Scene(String name, List<Integer> ages, Integer mark, int afterJob, List<Long> taken) {
      this(name, ages, mark, afterJob, taken, false);
    }

    static List<Scene> all() {
      return Stream.concat(ofLight().stream(), ofLight().stream().map(Scene::inBulk)).toList();
    }

    private Scene inBulk() {
      return new Scene(name + ", bulk", ages, mark, afterJob, taken, true);
    }

    private static List<Scene> ofLight() {
      return List.of(
          new Scene("the front", List.of(100, 90, 80), null, 0, List.of(1L, 2L, 3L)),
          new Scene("the middle", List.of(100, 90, 80), 90, 2, List.of(3L)),
          new Scene("all due at the same time", List.of(90, 90, 90), 90, 1, List.of(2L, 3L)),
          new Scene("committed late", List.of(5, 1, 0), 0, 3, List.of(2L, 3L)),
          new Scene("the clock stepped back", List.of(90, 1), -3600, 9, List.of(2L)),
          new Scene("not due yet", List.of(90, -3600), 95, 9, List.of(1L)),
          new Scene("nothing", List.of(90), 90, 1, List.of()));
    }

    @Override
    public String toString() {
      return name;
    }
  }

  private final ModelDatabase database;

  Marks(ModelDatabase database) {
    this.database = database;
  }

  /** What is wrong with what the statement does, or null. */
  String failure(Scene scene, Statements statements) {
    database.clear();
    database.begin();
    try {
      List<String> times = fill(scene);
      Map<String, Object> values = Values.claim("worker", 4, false, 0);
      String lane = scene.bulk() ? "bulk" : "light";
      if (scene.mark() != null) {
        values.put("bean:%sMark?method=runAt".formatted(lane), time(scene.mark()));
        values.put("bean:%sMark?method=id".formatted(lane), (long) scene.afterJob());
      }
      List<Map<String, Object>> rows = database.run(statements.get("claim-jobs"), values);
      List<Long> taken = new ArrayList<>(new TreeSet<>(rows.stream().map(Marks::id).toList()));
      if (!taken.equals(scene.taken())) {
        return "%s: took %s, not %s".formatted(scene, taken, scene.taken());
      }
      return rows.stream()
          .filter(row -> !reached(row, lane).equals(last(scene, times)))
          .map(
              row ->
                  "%s: reached %s, not %s".formatted(scene, reached(row, lane), last(scene, times)))
          .findFirst()
          .orElse(null);
    } finally {
      database.rollback();
    }
  }

  /** All in one transaction: now stands still. */
  private List<String> fill(Scene scene) {
    List<String> times = new ArrayList<>();
    for (int age : scene.ages()) {
      times.add(time(age));
      database.sql(
          """
          with ticket as (
            insert into tickets (customer_id, subject, body) values ('C-1', 's', 'b') returning number
          )
          insert into jobs (ticket_number, actor, request_sha256, run_at, bulk)
          select number, 'customer:C-1', 'v1:x', ?::timestamptz, ?
          from ticket
          """,
          time(age),
          scene.bulk());
    }
    return times;
  }

  private String time(int secondsAgo) {
    return (String)
        database
            .sql("select (now() - ? * interval '1 second')::text as time", secondsAgo)
            .get(0)
            .get("time");
  }

  private static Long id(Map<String, Object> row) {
    return (Long) row.get("id");
  }

  private static List<Object> reached(Map<String, Object> row, String lane) {
    return List.of(row.get(lane + "_run_at"), row.get(lane + "_id"));
  }

  /** The place of the last job taken, in the order of the queue. */
  private static List<Object> last(Scene scene, List<String> times) {
    long job = scene.taken().get(scene.taken().size() - 1);
    return List.of(times.get((int) job - 1), job);
  }
}
