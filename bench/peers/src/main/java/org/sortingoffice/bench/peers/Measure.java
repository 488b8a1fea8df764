package org.sortingoffice.bench.peers;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;
import javax.sql.DataSource;

/**
 * What all peers have in common: where the database is, how many jobs, the insert of a result, and
 * the count. The line that begins with RESULT is what the benchmark reads.
 */
final class Measure {
  static final int STEPS = 3;

  final int jobs;
  private final long warmUpMillis;
  private final long millis;
  private final AtomicLong done = new AtomicLong();

  private Measure(String[] arguments) {
    jobs = Integer.parseInt(arguments[0]);
    warmUpMillis = Long.parseLong(arguments[1]);
    millis = Long.parseLong(arguments[2]);
  }

  static Measure of(String[] arguments) {
    return new Measure(arguments);
  }

  static HikariDataSource pool(int size) {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(System.getenv("BENCH_JDBC_URL"));
    config.setUsername(System.getenv("BENCH_USER"));
    config.setPassword(System.getenv("BENCH_PASSWORD"));
    config.setMaximumPoolSize(size);
    return new HikariDataSource(config);
  }

  static int setting(String name, int usual) {
    return Integer.getInteger(name, usual);
  }

  static void createResults(DataSource database) throws SQLException {
    execute(
        database,
        "create table peer_result (job_id text not null, task text not null, result jsonb not null, primary key (job_id, task))");
  }

  static void execute(DataSource database, String... statements) throws SQLException {
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  /** The three durable results of a job: an insert and a commit each. */
  static void saveResults(DataSource database, String job) throws SQLException {
    for (int step = 0; step < STEPS; step++) {
      try (Connection connection = database.getConnection();
          PreparedStatement insert =
              connection.prepareStatement(
                  "insert into peer_result values (?, ?, ?::jsonb) on conflict do nothing")) {
        insert.setString(1, job);
        insert.setString(2, "s" + step);
        insert.setString(3, "{\"ok\":1}");
        insert.executeUpdate();
      }
    }
  }

  void finished() {
    done.incrementAndGet();
  }

  /** Waits for the first job, warms up, counts, and says what came of it. */
  void count() throws InterruptedException {
    long patience = System.nanoTime() + 30_000_000_000L;
    while (done.get() == 0 && System.nanoTime() < patience) {
      Thread.sleep(5);
    }
    if (done.get() == 0) {
      System.out.println("it did nothing in 30 s");
      System.exit(1);
    }
    Thread.sleep(warmUpMillis);
    long before = done.get();
    long begin = System.nanoTime();
    Thread.sleep(millis);
    long counted = done.get() - before;
    double seconds = (System.nanoTime() - begin) / 1e9;
    if (done.get() >= jobs) {
      System.out.println("it ran out of jobs: the backlog must be larger");
      System.exit(1);
    }
    System.out.printf(Locale.ROOT, "RESULT %.1f %d%n", counted / seconds, before + counted);
  }
}
