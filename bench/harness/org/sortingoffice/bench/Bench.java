package org.sortingoffice.bench;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What all runs share.
 *
 * @param database the server they run on
 * @param folder where logs and the copy of the routes lie
 * @param routes the copy of the routes whose provider answers in-process
 * @param jvm the JVM options of the application
 * @param settings settings of the application that win over the benchmark's own, by their names in
 *     the environment
 */
record Bench(
    Database database, Path folder, Path routes, List<String> jvm, Map<String, String> settings) {
  /** Where the benchmark's own classes are, for {@link InProcessProvider}. */
  private static final String CLASSES = "bench/target/classes";

  /** Each is a thread that waits while its row is saved: the more, the more share a commit. */
  static final int SLOTS = 500;

  Path log(String name) throws IOException {
    Path logs = folder.resolve("logs");
    Files.createDirectories(logs);
    return logs.resolve(name + ".log");
  }

  /** A worker on a database, with the routes whose provider answers in-process. */
  Office inProcessWorker(String name) throws IOException {
    Map<String, String> environment = environment(name, "worker");
    environment.put("ROUTES_DIRECTORY", routes.toString());
    environment.put("ROUTES_INCLUDE", "file:bench/routes/in-process-provider.camel.yaml");
    environment.put("PROVIDER_URL", "http://127.0.0.1:9/v1");
    environment.put("WORKER_CONCURRENCY", Integer.toString(SLOTS));
    environment.putAll(settings);
    return Office.start(jvm, CLASSES, environment, log("worker-" + name));
  }

  /** The packaged application, with its own routes. */
  Office office(String label, String name, String roles, Map<String, String> more)
      throws IOException {
    Map<String, String> environment = environment(name, roles);
    environment.putAll(settings);
    environment.putAll(more);
    return Office.start(jvm, "", environment, log(label));
  }

  private Map<String, String> environment(String name, String roles) {
    Map<String, String> environment = new HashMap<>();
    environment.put("APP_ROLES", roles);
    environment.put("DATABASE_URL", database.jdbcUrl(name));
    environment.put("DATABASE_USER", database.user());
    environment.put("DATABASE_PASSWORD", database.password());
    return environment;
  }

  /** How peers and pgbench find a database. */
  Map<String, String> peerEnvironment(String name) {
    return Map.of(
        "BENCH_JDBC_URL", database.jdbcUrl(name),
        "BENCH_USER", database.user(),
        "BENCH_PASSWORD", database.password(),
        "BENCH_URL",
            "postgres://%s:%s@127.0.0.1:%s/%s"
                .formatted(database.user(), database.password(), database.port(), name),
        "PGPASSWORD", database.password());
  }

  /** A port that nobody listens on just now. */
  static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  long commits(String name) throws SQLException {
    return database.number(
        "postgres",
        "select xact_commit from pg_stat_database where datname = '" + name + "'");
  }
}
