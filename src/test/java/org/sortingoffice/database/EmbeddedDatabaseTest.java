package org.sortingoffice.database;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermission;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real servers, really killed. */
class EmbeddedDatabaseTest {
  @TempDir static Path prepared;
  @TempDir Path temp;
  private Path folder;

  /** Setting up a cluster takes a second: once for all tests that do not mind. */
  @BeforeAll
  static void prepareACluster() {
    EmbeddedDatabase.start(prepared).close();
  }

  @BeforeEach
  void copyIt() throws IOException {
    folder = temp.resolve("with space").resolve("data");
    try (Stream<Path> files = Files.walk(prepared)) {
      for (Path file : (Iterable<Path>) files::iterator) {
        Path copy = folder.resolve(prepared.relativize(file).toString());
        Files.createDirectories(copy.getParent());
        Files.copy(file, copy, StandardCopyOption.COPY_ATTRIBUTES);
      }
    }
  }

  @Test
  void dataSurvivesAnOrderlyRestart() throws Exception {
    folder = temp.resolve("new data");
    FileTime firstCluster;
    try (EmbeddedDatabase database = EmbeddedDatabase.start(folder)) {
      execute(database.address(), "create table kept as select 'Grüße 🎫' as text");
      firstCluster = Files.getLastModifiedTime(folder.resolve("postgres/PG_VERSION"));
    }
    try (EmbeddedDatabase database = EmbeddedDatabase.start(folder)) {
      assertThat(ask(database.address(), "select text from kept")).isEqualTo("Grüße 🎫");
    }
    assertThat(Files.getLastModifiedTime(folder.resolve("postgres/PG_VERSION")))
        .as("the second start made no new cluster")
        .isEqualTo(firstCluster);
  }

  @Test
  void committedDataSurvivesKillOfTheProcessAndTheOrphanIsTakenOver() throws Exception {
    DatabaseProcess killed = DatabaseProcess.start(folder);
    DatabaseAddress address = killed.awaitReady();
    execute(address, "create table kept as select 42 as n");
    ProcessHandle orphan = server();
    killed.kill();
    assertThat(orphan.isAlive()).as("PostgreSQL outlives the killed JVM").isTrue();

    try (Connection stillOpen = TestDatabase.dataSource(address).getConnection();
        EmbeddedDatabase database = EmbeddedDatabase.start(folder)) {
      assertThat(server().pid()).isNotEqualTo(orphan.pid());
      assertThat(stillOpen.isValid(1)).isFalse();
      assertThat(ask(database.address(), "select n from kept")).isEqualTo("42");
    }
  }

  @Test
  void committedDataSurvivesKillOfTheServer() throws Exception {
    try (EmbeddedDatabase database = EmbeddedDatabase.start(folder)) {
      execute(database.address(), "create table kept as select 42 as n");
      assertThat(server().destroyForcibly()).isTrue();
      await()
          .atMost(10, SECONDS)
          .until(() -> PostmasterFile.in(cluster()).get().livingServer().isEmpty());
    }
    try (EmbeddedDatabase database = EmbeddedDatabase.start(folder)) {
      assertThat(ask(database.address(), "select n from kept")).isEqualTo("42");
    }
  }

  @Test
  void aPortTakenSinceTheLastStartIsReplacedByAnother() throws Exception {
    DatabaseAddress first;
    try (EmbeddedDatabase database = EmbeddedDatabase.start(folder)) {
      first = database.address();
    }
    int port = Integer.parseInt(first.hostAndPort().split(":")[1]);
    try (ServerSocket taken = new ServerSocket(port, 1, InetAddress.getByName("127.0.0.1"));
        EmbeddedDatabase database = EmbeddedDatabase.start(folder)) {
      assertThat(taken.isBound()).isTrue();
      assertThat(database.address()).isNotEqualTo(first);
      assertThat(ask(database.address(), "select 1")).isEqualTo("1");
    }
  }

  @Test
  void aFolderInUseByAnotherProcessIsRefused() throws Exception {
    try (DatabaseProcess other = DatabaseProcess.start(folder)) {
      DatabaseAddress address = other.awaitReady();
      assertThatExceptionOfType(DatabaseStartFailure.class)
          .isThrownBy(() -> EmbeddedDatabase.start(folder))
          .withMessage(
              "Another Sorting Office is already running on "
                  + folder
                  + "; stop it, or choose another folder with DATA_DIR.");
      assertThat(ask(address, "select 1")).as("the other is not disturbed").isEqualTo("1");
    }
  }

  @Test
  void aSecondStartInOneProcessIsRefusedAndTheFolderStaysLockedForOthers() throws Exception {
    try (EmbeddedDatabase database = EmbeddedDatabase.start(folder)) {
      assertThatExceptionOfType(DatabaseStartFailure.class)
          .isThrownBy(() -> EmbeddedDatabase.start(folder))
          .withMessageContaining("already running on " + folder);
      try (DatabaseProcess other = DatabaseProcess.start(folder)) {
        assertThat(other.awaitFailure()).contains("already running on " + folder);
      }
      assertThat(ask(database.address(), "select 1")).isEqualTo("1");
    }
  }

  @Test
  void theServerRunsWithTheSettingsThatKeepDataSafe() throws Exception {
    try (EmbeddedDatabase database = EmbeddedDatabase.start(folder)) {
      for (String safe : List.of("fsync", "synchronous_commit", "full_page_writes")) {
        assertThat(ask(database.address(), "show " + safe)).as(safe).isEqualTo("on");
      }
      assertThat(ask(database.address(), "show server_encoding")).isEqualTo("UTF8");
      assertThat(ask(database.address(), "show listen_addresses")).isEqualTo("127.0.0.1");
      assertThat(ask(database.address(), "show max_connections")).isEqualTo("200");
      assertThat(ask(database.address(), "select lower('ÄÖ')")).isEqualTo("äö");
      assertThatExceptionOfType(SQLException.class)
          .as("nobody gets in without the password")
          .isThrownBy(
              () ->
                  ask(
                      new DatabaseAddress(database.jdbcUrl(), database.user(), "guess"),
                      "select 1"));
    }
  }

  @Test
  void settingsInTheClustersOwnFileCannotTurnSafetyOff() throws Exception {
    try (EmbeddedDatabase database = EmbeddedDatabase.start(folder)) {
      execute(database.address(), "alter system set fsync = off");
    }
    try (EmbeddedDatabase database = EmbeddedDatabase.start(folder)) {
      assertThat(ask(database.address(), "show fsync")).isEqualTo("on");
    }
  }

  @Test
  void aServerWhoseDatabaseGivesUpSafetyIsNotUsed() throws Exception {
    try (EmbeddedDatabase database = EmbeddedDatabase.start(folder)) {
      execute(database.address(), "alter database sorting_office set synchronous_commit = off");
    }
    assertThatExceptionOfType(DatabaseStartFailure.class)
        .isThrownBy(() -> EmbeddedDatabase.start(folder))
        .withMessageContaining("synchronous_commit = off");
    assertThat(cluster().resolve("postmaster.pid")).as("the server was stopped").doesNotExist();
  }

  @Test
  void stoppingTakesAtMostThreeSecondsAlsoWithOpenConnectionsAndRunningStatements()
      throws Exception {
    EmbeddedDatabase database = EmbeddedDatabase.start(folder);
    try (Connection open = TestDatabase.dataSource(database.address()).getConnection();
        Statement statement = open.createStatement()) {
      open.setAutoCommit(false);
      statement.execute("create table half_done (n int)");
      Thread running =
          new Thread(
              () -> {
                try {
                  ask(database.address(), "select pg_sleep(60)");
                } catch (SQLException e) {
                  // The stop ends it.
                }
              });
      running.start();
      await()
          .until(
              () ->
                  ask(
                          database.address(),
                          "select count(*) from pg_stat_activity where query = 'select pg_sleep(60)'")
                      .equals("1"));
      long before = System.nanoTime();
      database.close();
      assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(3));
      running.join();
    }
  }

  @Test
  void aFirstStartKilledHalfwayIsRepairedByTheNext() throws Exception {
    folder = temp.resolve("new data");
    DatabaseProcess killed = DatabaseProcess.start(folder);
    await()
        .atMost(30, SECONDS)
        .until(
            () -> {
              try (var entries = Files.list(folder)) {
                return entries.anyMatch(e -> Files.exists(e.resolve("base")));
              } catch (IOException e) {
                return false;
              }
            });
    killed.kill();
    assertThat(cluster()).as("killed before the cluster was complete").doesNotExist();

    try (EmbeddedDatabase database = EmbeddedDatabase.start(folder)) {
      assertThat(ask(database.address(), "select 1")).isEqualTo("1");
    }
  }

  @Test
  void aServerThatDoesNotStartSaysWhyAndTheFolderIsFreeAgain() throws Exception {
    Path settings = cluster().resolve("postgresql.conf");
    String good = Files.readString(settings);
    Files.writeString(settings, good + "\nno_such_setting = 1\n");
    assertThatExceptionOfType(DatabaseStartFailure.class)
        .isThrownBy(() -> EmbeddedDatabase.start(folder))
        .withMessageContaining("The embedded PostgreSQL did not start:")
        .withMessageContaining("postgresql.conf\" contains errors")
        .withMessageContaining("More in " + folder.resolve("postgres.log"));
    Files.writeString(settings, good);
    EmbeddedDatabase.start(folder).close();
  }

  @Test
  void aFolderThatHoldsSomethingElseIsLeftAlone() throws Exception {
    folder = temp.resolve("new data");
    Files.createDirectories(cluster());
    Files.writeString(cluster().resolve("letter.txt"), "dear");
    assertThatExceptionOfType(DatabaseStartFailure.class)
        .isThrownBy(() -> EmbeddedDatabase.start(folder))
        .withMessageContaining("holds no PostgreSQL cluster");
    assertThat(cluster().resolve("letter.txt")).hasContent("dear");
  }

  @Test
  void aClusterOfAnotherPostgresqlVersionIsRefused() throws Exception {
    Files.writeString(cluster().resolve("PG_VERSION"), "15\n");
    assertThatExceptionOfType(DatabaseStartFailure.class)
        .isThrownBy(() -> EmbeddedDatabase.start(folder))
        .withMessageContaining("was written by PostgreSQL 15, this build brings PostgreSQL 17");
  }

  @Test
  void aPidFileWhoseProcessIdWasReusedNeitherKillsThatProcessNorKeepsTheServerFromStarting()
      throws Exception {
    Process unrelated = new ProcessBuilder("sleep", "600").start();
    try {
      Files.write(
          cluster().resolve("postmaster.pid"),
          List.of(
              Long.toString(unrelated.pid()),
              cluster().toString(),
              "1700000000",
              "5432",
              "",
              "127.0.0.1",
              "    123456         7",
              "ready   "));
      try (EmbeddedDatabase database = EmbeddedDatabase.start(folder)) {
        assertThat(ask(database.address(), "select 1")).isEqualTo("1");
      }
      assertThat(unrelated.isAlive()).isTrue();
    } finally {
      unrelated.destroy();
    }
  }

  @Test
  void thePostgresqlOfAnotherClusterIsNotStoppedForAPidFileThatNamesIt() throws Exception {
    try (EmbeddedDatabase other = EmbeddedDatabase.start(temp.resolve("other"))) {
      Files.copy(
          temp.resolve("other/postgres/postmaster.pid"), cluster().resolve("postmaster.pid"));
      try (EmbeddedDatabase database = EmbeddedDatabase.start(folder)) {
        assertThat(ask(database.address(), "select 1")).isEqualTo("1");
        assertThat(ask(other.address(), "select 1")).isEqualTo("1");
      }
    }
  }

  @Test
  void onlyTheRandomPasswordIsHashedWithoutManyRounds() throws Exception {
    try (EmbeddedDatabase database = EmbeddedDatabase.start(folder)) {
      execute(database.address(), "create role reports login password 'made up by a person'");
      String rounds =
          "select substring(rolpassword from '^SCRAM-SHA-256.([0-9]+):') from pg_authid where rolname = ";

      assertThat(ask(database.address(), rounds + "current_user")).isEqualTo("1");
      assertThat(ask(database.address(), rounds + "'reports'")).isEqualTo("4096");
    }
  }

  @Test
  void thePasswordIsForItsOwnerOnly() throws Exception {
    assertThat(Files.getPosixFilePermissions(cluster().resolve("sorting-office.password")))
        .isEqualTo(Set.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE));
  }

  private Path cluster() {
    return folder.resolve("postgres");
  }

  private ProcessHandle server() throws IOException {
    return PostmasterFile.in(cluster()).orElseThrow().livingServer().orElseThrow();
  }

  private static void execute(DatabaseAddress address, String sql) throws SQLException {
    try (Connection connection = TestDatabase.dataSource(address).getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static String ask(DatabaseAddress address, String sql) throws SQLException {
    try (Connection connection = TestDatabase.dataSource(address).getConnection();
        Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      result.next();
      return result.getString(1);
    }
  }
}
