package org.sortingoffice.bench;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.sortingoffice.jobs.Lanes;
import org.sortingoffice.jobs.LowWaterMark;

/** Runs the application's own statements on one connection, as its workers and its API do. */
final class QueueClient implements AutoCloseable {
  /** How many jobs a claim takes, and how many tickets are accepted together. */
  static final int JOBS = 100;

  private static final Pattern ARRAY = Pattern.compile(":#\\$\\{[^}]+}::(\\w+)\\[]");
  private static final Map<String, String> OF_CLAIM = new LinkedHashMap<>();

  static {
    OF_CLAIM.put(":#${bean:heldJobs?method=ask}", Integer.toString(JOBS));
    OF_CLAIM.put(":#${bean:heldJobs?method=holdsSuspect}", "false");
    OF_CLAIM.put(":#${bean:providerGate?method=hasFallback}", "false");
    OF_CLAIM.put(":#${properties:provider.timeout.millis}", "60000");
    OF_CLAIM.put(":#${bean:workerName?method=name}", "'bench'");
    OF_CLAIM.put(":#${properties:lease.seconds}", "3600");
    OF_CLAIM.put(":#${bean:lightMark?method=runAt}", "?");
    OF_CLAIM.put(":#${bean:lightMark?method=id}", "?");
    OF_CLAIM.put(":#${bean:bulkMark?method=runAt}", "?");
    OF_CLAIM.put(":#${bean:bulkMark?method=id}", "?");
    OF_CLAIM.put(":#${bean:lanes?method=turn}", "?");
    OF_CLAIM.put(":#${properties:claim.bulk.every}", "2");
  }

  /** The jobs of one claim with their tokens. */
  record Claimed(List<Long> jobs, List<Integer> deliveries, double millis) {}

  private final Connection connection;
  private final PreparedStatement claim;
  private final PreparedStatement finish;
  private final PreparedStatement accept;
  private final LowWaterMark light;
  private final LowWaterMark bulk;
  private final Lanes lanes;

  /**
   * @param fullLooks how often claims read from the front of the queue; zero is always
   */
  QueueClient(Database database, String name, Duration fullLooks) throws SQLException {
    connection = database.connect(name);
    String sql = read("claim-jobs.sql");
    for (Map.Entry<String, String> parameter : OF_CLAIM.entrySet()) {
      sql = sql.replace(parameter.getKey(), parameter.getValue());
    }
    claim = connection.prepareStatement(complete(sql));
    finish = connection.prepareStatement(withArrays("finish-job.sql"));
    accept = connection.prepareStatement(withArrays("accept-ticket.sql"));
    light = new LowWaterMark(fullLooks, System::nanoTime);
    bulk = new LowWaterMark(fullLooks, System::nanoTime);
    lanes = new Lanes(light, bulk);
  }

  /** Claims as many as it does each time; fails when there are fewer. */
  Claimed claim() throws SQLException {
    List<Long> jobs = new ArrayList<>();
    List<Integer> deliveries = new ArrayList<>();
    lanes.beginLook();
    // In the order of the statement.
    claim.setInt(1, lanes.turn());
    claim.setString(2, light.runAt());
    claim.setLong(3, light.id());
    claim.setString(4, bulk.runAt());
    claim.setLong(5, bulk.id());
    long begin = System.nanoTime();
    try (ResultSet rows = claim.executeQuery()) {
      double millis = (System.nanoTime() - begin) / 1e6;
      while (rows.next()) {
        jobs.add(rows.getLong("id"));
        deliveries.add(rows.getInt("delivery"));
        if (jobs.size() == 1) {
          lanes.moveTo(places(rows));
        }
      }
      OfficeCheck.expect("jobs in a claim", JOBS, jobs.size());
      return new Claimed(jobs, deliveries, millis);
    }
  }

  private static Map<String, Object> places(ResultSet row) throws SQLException {
    Map<String, Object> places = new HashMap<>();
    for (String column : List.of("light_run_at", "light_id", "bulk_run_at", "bulk_id", "next_turn")) {
      places.put(column, row.getObject(column));
    }
    return places;
  }

  /** Ends what was claimed well. */
  void finish(Claimed claimed) throws SQLException {
    Object[][] values = {
      claimed.jobs.toArray(),
      claimed.deliveries.toArray(),
      Collections.nCopies(JOBS, "bench").toArray(),
      Collections.nCopies(JOBS, Boolean.FALSE).toArray()
    };
    OfficeCheck.expect("jobs ended", JOBS, rows("finish-job.sql", finish, values));
  }

  /**
   * Accepts tickets together, as group-sql does under load.
   *
   * @param first the number of the first; each has a key and an actor of its own
   * @return how long it took, in milliseconds
   */
  double accept(long first) throws SQLException {
    String[] actors = new String[JOBS];
    String[] keys = new String[JOBS];
    for (int i = 0; i < JOBS; i++) {
      actors[i] = "customer:new-" + (first + i);
      keys[i] = "key-" + (first + i);
    }
    Object[][] values = {
      actors,
      keys,
      Collections.nCopies(JOBS, "v1:bench").toArray(),
      Collections.nCopies(JOBS, "C-0001").toArray(),
      Collections.nCopies(JOBS, "Parcel is late").toArray(),
      Collections.nCopies(JOBS, "x".repeat(400)).toArray(),
      new String[JOBS],
      new String[JOBS],
      Collections.nCopies(JOBS, 0L).toArray()
    };
    long begin = System.nanoTime();
    long accepted = rows("accept-ticket.sql", accept, values);
    double millis = (System.nanoTime() - begin) / 1e6;
    OfficeCheck.expect("tickets accepted", JOBS, accepted);
    return millis;
  }

  private int rows(String file, PreparedStatement statement, Object[][] values) throws SQLException {
    List<String> types = types(file);
    OfficeCheck.expect("parameters of " + file, types.size(), values.length);
    for (int i = 0; i < values.length; i++) {
      statement.setArray(i + 1, connection.createArrayOf(types.get(i), values[i]));
    }
    int count = 0;
    try (ResultSet rows = statement.executeQuery()) {
      while (rows.next()) {
        count++;
      }
    }
    return count;
  }


  private static List<String> types(String file) {
    return ARRAY.matcher(read(file)).results().map(found -> found.group(1)).toList();
  }

  private static String withArrays(String file) {
    Matcher arrays = ARRAY.matcher(read(file));
    // No channel is told of jobs that end here.
    String sql = arrays.replaceAll("?::$1[]");
    return complete(sql.replace(":#${properties:outbox.succeeded}", "''"));
  }

  private static String complete(String sql) {
    if (sql.contains(":#")) {
      throw new BenchmarkFailure(
          "A statement has a parameter that QueueClient does not know: "
              + sql.substring(sql.indexOf(":#")).lines().findFirst().orElseThrow());
    }
    return sql;
  }

  private static String read(String file) {
    try (InputStream in = QueueClient.class.getResourceAsStream("/sql/" + file)) {
      // Without the comments: the driver would take a "?" in them for a parameter.
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).replaceAll("(?m)^\\s*--.*$", "");
    } catch (IOException e) {
      throw new BenchmarkFailure("Cannot read " + file + ": " + e.getMessage());
    }
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
