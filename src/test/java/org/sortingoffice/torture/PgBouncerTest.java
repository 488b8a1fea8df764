package org.sortingoffice.torture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sortingoffice.database.DatabaseAddress;
import org.sortingoffice.database.TestDatabase;
import org.sortingoffice.office.SortingOffice;
import org.sortingoffice.testing.RunningOffice;
import org.sortingoffice.testing.TestRows;

/** A pooler that gives every transaction another connection: nothing may lean on a session. */
class PgBouncerTest {
  private static final int TICKETS = 300;

  @TempDir Path folder;

  @Test
  void worksThroughATransactionPoolOfTwoConnections_Q44() throws Exception {
    assumeTrue(
        isInstalled() || System.getenv("CI") != null,
        "pgbouncer is not installed (Debian: pgbouncer)");
    DatabaseAddress database = TestDatabase.fresh("torture_pgbouncer");
    int port = freePort();
    Process bouncer = start(database, port);
    try {
      DatabaseAddress pooled =
          new DatabaseAddress(
              "jdbc:postgresql://127.0.0.1:" + port + "/torture_pgbouncer?prepareThreshold=0",
              database.user(),
              database.password());
      try (RunningOffice office = RunningOffice.startAt(pooled, Map.of("worker.concurrency", "8"));
          SortingOffice second = anotherWorker(office);
          SortingOffice third = anotherWorker(office);
          SortingOffice fourth = anotherWorker(office)) {
        assertThat(List.of(second, third, fourth)).allMatch(SortingOffice::works);
        for (int i = 0; i < TICKETS; i++) {
          office.postGoodTicket("Parcel " + i);
        }
        TestRows rows = new TestRows(TestDatabase.dataSource(database));
        await()
            .atMost(Duration.ofSeconds(90))
            .until(() -> rows.count("jobs where state in ('queued', 'running')") == 0);

        assertThat(rows.count("jobs where state = 'succeeded' and attempt = 1")).isEqualTo(TICKETS);
        assertThat(rows.count("ai_runs")).isEqualTo(3L * TICKETS);
        assertThat(
                rows.count(
                    "pg_stat_activity where datname = 'torture_pgbouncer' and application_name like 'sorting-office%'"))
            .as("connections to the database behind the pool")
            .isLessThanOrEqualTo(2);
      }
    } finally {
      bouncer.destroy();
      bouncer.waitFor(10, TimeUnit.SECONDS);
    }
  }

  private static SortingOffice anotherWorker(RunningOffice office) {
    return SortingOffice.openWith(
        office.settingsOf(Map.of("app.roles", "worker", "worker.concurrency", "8")));
  }

  private Process start(DatabaseAddress database, int port) throws IOException {
    String[] server = database.hostAndPort().split(":");
    Path users = folder.resolve("users.txt");
    Files.writeString(users, "\"%s\" \"%s\"\n".formatted(database.user(), database.password()));
    Path settings = folder.resolve("pgbouncer.ini");
    Files.writeString(
        settings,
        """
        [databases]
        * = host=%s port=%s
        [pgbouncer]
        listen_addr = 127.0.0.1
        listen_port = %d
        unix_socket_dir =
        auth_type = trust
        auth_file = %s
        pool_mode = transaction
        default_pool_size = 2
        max_client_conn = 500
        ignore_startup_parameters = extra_float_digits
        """
            .formatted(server[0], server[1], port, users));
    // It refuses to run as root, so it becomes nobody, who has to get at its files.
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    boolean root = "root".equals(System.getProperty("user.name"));
    Process started =
        new ProcessBuilder(
                Stream.concat(
                        Stream.of("pgbouncer"),
                        root
                            ? Stream.of("-u", "nobody", settings.toString())
                            : Stream.of(settings.toString()))
                    .toList())
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("pgbouncer.log").toFile())
            .start();
    await("pgbouncer listens")
        .atMost(Duration.ofSeconds(10))
        .until(() -> listens(port) || !started.isAlive());
    assertThat(started.isAlive()).as(Files.readString(folder.resolve("pgbouncer.log"))).isTrue();
    return started;
  }

  private static boolean listens(int port) {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      return socket.isConnected();
    } catch (IOException notYet) {
      return false;
    }
  }

  private static boolean isInstalled() {
    return Stream.of(System.getenv("PATH").split(":"))
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, "pgbouncer")));
  }

  private static int freePort() throws IOException {
    try (ServerSocket probe = new ServerSocket(0)) {
      return probe.getLocalPort();
    }
  }
}
