package org.sortingoffice.bench;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What the application's own claim costs the database, whatever else is in it. */
final class ClaimCost {
  private static final String NAME = "bench_claim";
  private static final int JOBS = 100;
  private static final int HELD_SNAPSHOT_JOBS = 100_000;

  private static final Map<String, String> OF_CLAIM = new LinkedHashMap<>();

  static {
    OF_CLAIM.put(":#${bean:heldJobs?method=ask}", Integer.toString(JOBS));
    OF_CLAIM.put(":#${bean:heldJobs?method=holdsSuspect}", "false");
    OF_CLAIM.put(":#${properties:provider.timeout.millis}", "60000");
    OF_CLAIM.put(":#${bean:workerName?method=name}", "'bench'");
    OF_CLAIM.put(":#${properties:lease.seconds}", "600");
  }

  /**
   * Medians of a claim of 100, in milliseconds.
   *
   * @param before with little in the database, or without a held snapshot
   * @param after with much, or under it
   */
  record Result(double before, double after) {}

  private record Claimed(List<Long> jobs, List<Integer> deliveries) {}

  private final Bench bench;

  ClaimCost(Bench bench) {
    this.bench = bench;
  }

  /** 1,000 queued and nothing else, against a million queued beside the finished. */
  Result bySize(long finished) throws Exception {
    Database database = bench.database();
    database.createBacklog(NAME, 1_000);
    double small = medianOfClaims(8, 12);
    database.createBacklog(NAME, 1_000);
    fill(finished);
    double large = medianOfClaims(60, 2);
    database.drop(NAME);
    return new Result(small, large);
  }

  // Finished jobs without their tickets, which no claim looks at: the references are not checked.
  private void fill(long finished) throws SQLException {
    bench
        .database()
        .execute(
            NAME,
            "set session_replication_role = replica",
            """
            insert into jobs (ticket_number, actor, request_sha256, state, attempt, delivery, run_at, started_at, finished_at)
            select n, 'bench', 'none', 'succeeded', 1, 1, now() - interval '10 d', now(), now()
            from generate_series(10000001, 10000000 + %d) as n
            """
                .formatted(finished),
            """
            insert into tickets (number, customer_id, subject, body)
            select n, 'C-0001', 'Parcel is late', repeat('x', 100) from generate_series(1000001, 2000000) as n
            """,
            """
            insert into jobs (ticket_number, actor, request_sha256)
            select n, 'bench', 'none' from generate_series(1000001, 2000000) as n
            """,
            "vacuum analyze",
            "checkpoint");
  }

  private double medianOfClaims(int claims, int rounds) throws Exception {
    List<Double> millis = new ArrayList<>();
    String sql = claim();
    for (int round = 0; round < rounds; round++) {
      try (Connection connection = bench.database().connect(NAME);
          PreparedStatement statement = connection.prepareStatement(sql)) {
        for (int i = 0; i < claims; i++) {
          long begin = System.nanoTime();
          claim(statement);
          // The first of a connection are planned anew.
          if (i > 1) {
            millis.add((System.nanoTime() - begin) / 1e6);
          }
        }
      }
      bench
          .database()
          .execute(
              NAME,
              """
              update jobs set state = 'queued', locked_by = null, lease_until = null where state = 'running'
              """,
              "vacuum jobs");
    }
    return median(millis);
  }

  /** Claims and ends 100,000 jobs while another transaction holds a snapshot. */
  Result underHeldSnapshot() throws Exception {
    Database database = bench.database();
    database.createBacklog(NAME, HELD_SNAPSHOT_JOBS + 10_000);
    try (Connection other = database.connect(NAME);
        Connection connection = database.connect(NAME);
        PreparedStatement claim = connection.prepareStatement(claim());
        PreparedStatement finish = connection.prepareStatement(finish())) {
      List<Double> first = new ArrayList<>();
      List<Double> last = new ArrayList<>();
      int rounds = HELD_SNAPSHOT_JOBS / JOBS;
      for (int i = 0; i < 5; i++) {
        end(connection, finish, claim(claim));
      }
      other.setAutoCommit(false);
      other.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
      try (Statement statement = other.createStatement()) {
        statement.execute("select count(*) from provider_gate");
      }
      for (int i = 0; i < rounds; i++) {
        long begin = System.nanoTime();
        Claimed claimed = claim(claim);
        double millis = (System.nanoTime() - begin) / 1e6;
        if (i < 50) {
          first.add(millis);
        } else if (i >= rounds - 50) {
          last.add(millis);
        }
        end(connection, finish, claimed);
      }
      other.rollback();
      return new Result(median(first), median(last));
    } finally {
      database.drop(NAME);
    }
  }

  private static Claimed claim(PreparedStatement statement) throws SQLException {
    Claimed claimed = new Claimed(new ArrayList<>(), new ArrayList<>());
    try (ResultSet rows = statement.executeQuery()) {
      while (rows.next()) {
        claimed.jobs.add(rows.getLong("id"));
        claimed.deliveries.add(rows.getInt("delivery"));
      }
    }
    OfficeCheck.expect("jobs in a claim", JOBS, claimed.jobs.size());
    return claimed;
  }

  private static void end(Connection connection, PreparedStatement finish, Claimed claimed)
      throws SQLException {
    String[] workers = new String[JOBS];
    Arrays.fill(workers, "bench");
    Boolean[] probes = new Boolean[JOBS];
    Arrays.fill(probes, Boolean.FALSE);
    Array[] arrays = {
      connection.createArrayOf("bigint", claimed.jobs.toArray()),
      connection.createArrayOf("int", claimed.deliveries.toArray()),
      connection.createArrayOf("text", workers),
      connection.createArrayOf("boolean", probes)
    };
    for (int i = 0; i < arrays.length; i++) {
      finish.setArray(i + 1, arrays[i]);
    }
    int ended = 0;
    try (ResultSet rows = finish.executeQuery()) {
      while (rows.next()) {
        ended++;
      }
    }
    OfficeCheck.expect("jobs ended", JOBS, ended);
  }

  private static String claim() throws IOException {
    String sql = read("claim-jobs.sql");
    for (Map.Entry<String, String> parameter : OF_CLAIM.entrySet()) {
      sql = sql.replace(parameter.getKey(), parameter.getValue());
    }
    return complete(sql);
  }

  private static String finish() throws IOException {
    return complete(read("finish-job.sql").replaceAll(":#\\$\\{variable\\.job\\.\\w+}", "?"));
  }

  private static String complete(String sql) {
    if (sql.contains(":#")) {
      throw new BenchmarkFailure(
          "A statement has a parameter that ClaimCost does not know: "
              + sql.substring(sql.indexOf(":#")).lines().findFirst().orElseThrow());
    }
    return sql;
  }

  private static String read(String file) throws IOException {
    try (InputStream in = ClaimCost.class.getResourceAsStream("/sql/" + file)) {
      // Without the comments: the driver would take a "?" in them for a parameter.
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).replaceAll("(?m)^\\s*--.*$", "");
    }
  }

  private static double median(List<Double> values) {
    Collections.sort(values);
    return values.get(values.size() / 2);
  }
}
