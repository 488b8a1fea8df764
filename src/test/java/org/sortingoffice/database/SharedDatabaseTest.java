package org.sortingoffice.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A command finds its database whether an office runs on it or not. */
class SharedDatabaseTest {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  @TempDir Path temp;
  private Path folder;

  @BeforeEach
  void nameAFolderThatDoesNotExist() {
    folder = temp.resolve("data");
  }

  @Test
  void theServerOfAnotherProcessIsJoinedAndLeftRunning() throws Exception {
    try (DatabaseProcess office = DatabaseProcess.start(folder)) {
      DatabaseAddress address = office.awaitReady();
      try (SharedDatabase shared = SharedDatabase.open(folder, PATIENCE)) {
        assertThat(shared.joined()).isTrue();
        assertThat(shared.address()).isEqualTo(address);
        assertThat(ask(shared.address(), "select 42")).isEqualTo("42");
      }
      assertThat(ask(address, "select 1")).as("it runs on").isEqualTo("1");
    }
  }

  @Test
  void aServerThatIsJustStartingIsWaitedFor() throws Exception {
    try (DatabaseProcess office = DatabaseProcess.start(folder)) {
      while (!Files.exists(folder.resolve("lock"))) {
        Thread.onSpinWait();
      }
      try (SharedDatabase shared = SharedDatabase.open(folder, PATIENCE)) {
        // Either came first; in both cases there is one server, and it answers.
        assertThat(ask(shared.address(), "select 42")).isEqualTo("42");
        if (shared.joined()) {
          assertThat(shared.address()).isEqualTo(office.awaitReady());
        } else {
          assertThat(office.awaitFailure()).contains("already running");
        }
      }
    }
  }

  @Test
  void aServerInThisProcessIsJoinedToo() throws Exception {
    try (EmbeddedDatabase office = EmbeddedDatabase.start(folder);
        SharedDatabase shared = SharedDatabase.open(folder, PATIENCE)) {
      assertThat(shared.joined()).isTrue();
      assertThat(shared.address()).isEqualTo(office.address());
    }
  }

  @Test
  void withoutOneItsOwnIsStartedAndStopped() throws Exception {
    DatabaseAddress address;
    try (SharedDatabase shared = SharedDatabase.open(folder, PATIENCE)) {
      assertThat(shared.joined()).isFalse();
      address = shared.address();
      assertThat(ask(address, "select 42")).isEqualTo("42");
    }
    assertThatExceptionOfType(SQLException.class).isThrownBy(() -> ask(address, "select 1"));
    assertThat(EmbeddedDatabase.runningOn(folder)).isEmpty();
  }

  @Test
  void theOrphanOfAKilledOfficeIsNotJoinedButTakenOver() throws Exception {
    DatabaseProcess killed = DatabaseProcess.start(folder);
    killed.awaitReady();
    ProcessHandle orphan = server();
    killed.kill();
    try (SharedDatabase shared = SharedDatabase.open(folder, PATIENCE)) {
      assertThat(shared.joined()).isFalse();
      assertThat(server().pid()).isNotEqualTo(orphan.pid());
      assertThat(server().isAlive()).isTrue();
    }
  }

  @Test
  void aFolderHeldByAProcessWithoutServerIsExplained() throws Exception {
    Files.createDirectories(folder);
    try (DataFolderLock held = DataFolderLock.take(folder)) {
      assertThatExceptionOfType(DatabaseStartFailure.class)
          .isThrownBy(() -> SharedDatabase.open(folder, Duration.ofMillis(300)))
          .withMessageContaining("has no database that answers");
    }
  }

  private ProcessHandle server() throws IOException {
    return PostmasterFile.in(folder.resolve("postgres")).orElseThrow().livingServer().orElseThrow();
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
