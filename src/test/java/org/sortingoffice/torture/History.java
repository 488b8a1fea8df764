package org.sortingoffice.torture;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import javax.sql.DataSource;

/** What the database says about what happened: the deliveries, and which of them saved what. */
final class History {
  private final Map<Long, TreeMap<Integer, Delivery>> deliveries = new HashMap<>();
  private final Map<Result, Integer> savedBy = new HashMap<>();

  /**
   * A line of the history.
   *
   * @param outcome how it ended
   * @param first the number of its first delivery; several that waited share a line
   * @param last the number of its last delivery
   */
  record Delivery(String outcome, int first, int last) {
    int repeats() {
      return last - first + 1;
    }
  }

  /**
   * The result of a step.
   *
   * @param job the job
   * @param step the step
   */
  record Result(long job, String step) {}

  /** Reads it all. */
  static History read(DataSource database) throws SQLException {
    History history = new History();
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement()) {
      try (ResultSet rows =
          statement.executeQuery(
              "select job_id, delivery - repeats + 1, delivery, outcome from deliveries")) {
        while (rows.next()) {
          history.add(
              rows.getLong(1), new Delivery(rows.getString(4), rows.getInt(2), rows.getInt(3)));
        }
      }
      try (ResultSet rows =
          statement.executeQuery(
              "select job_id, task, delivery from ai_runs where job_id is not null")) {
        while (rows.next()) {
          history.save(new Result(rows.getLong(1), rows.getString(2)), rows.getInt(3));
        }
      }
    }
    return history;
  }

  void add(long job, Delivery delivery) {
    deliveries.computeIfAbsent(job, j -> new TreeMap<>()).put(delivery.last(), delivery);
  }

  void save(Result result, int delivery) {
    savedBy.put(result, delivery);
  }

  /** The line in which a delivery stands, or null. */
  Delivery of(long job, int delivery) {
    Map.Entry<Integer, Delivery> line =
        deliveries.getOrDefault(job, new TreeMap<>()).ceilingEntry(delivery);
    return line == null || line.getValue().first() > delivery ? null : line.getValue();
  }

  /** The delivery that saved a result, or null when there is none. */
  Integer saver(Result result) {
    return savedBy.get(result);
  }

  /** All results that are saved. */
  Set<Result> allResults() {
    return Set.copyOf(savedBy.keySet());
  }

  /** How many results are saved. */
  int results() {
    return savedBy.size();
  }

  /** How many deliveries ended how. */
  Map<String, Integer> outcomes() {
    Map<String, Integer> outcomes = new TreeMap<>();
    all().forEach(line -> outcomes.merge(line.outcome(), line.repeats(), Integer::sum));
    return outcomes;
  }

  /** How many deliveries ended otherwise than well. */
  int cutShort() {
    return all().stream()
        .filter(line -> !line.outcome().equals("succeeded"))
        .mapToInt(Delivery::repeats)
        .sum();
  }

  private List<Delivery> all() {
    List<Delivery> all = new ArrayList<>();
    deliveries.values().forEach(lines -> all.addAll(lines.values()));
    return all;
  }
}
