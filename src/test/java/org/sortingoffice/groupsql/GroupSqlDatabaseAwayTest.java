package org.sortingoffice.groupsql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sortingoffice.groupsql.GroupSqlRig.SAVE;
import static org.sortingoffice.groupsql.GroupSqlRig.row;
import static org.sortingoffice.groupsql.GroupSqlRig.soon;

import com.zaxxer.hikari.HikariDataSource;
import java.nio.file.Path;
import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.camel.Exchange;
import org.apache.camel.health.HealthCheck;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sortingoffice.database.ConnectionPool;
import org.sortingoffice.database.DatabaseAddress;
import org.sortingoffice.database.EmbeddedDatabase;
import org.sortingoffice.database.TestDatabase;
import org.sortingoffice.groupsql.GroupSqlRig.Note;
import org.sortingoffice.testing.TcpForwarder;

/** The line to the database breaks, and the database goes away, under callers that wait. */
class GroupSqlDatabaseAwayTest {
  private static final String PATIENT = SAVE + "?retryFor=60s";

  @TempDir Path folder;
  private DatabaseAddress address;
  private TcpForwarder wire;
  private HikariDataSource pool;
  private GroupSqlRig rig;

  @BeforeEach
  void start() {
    address = TestDatabase.fresh("group_sql_away");
    open();
  }

  private void open() {
    wire = new TcpForwarder(port(address));
    pool =
        ConnectionPool.to(through(wire, address), "group-sql-away")
            .withSize(2)
            .withConnectionTimeout(Duration.ofMillis(500))
            .open();
    rig = new GroupSqlRig(TestDatabase.dataSource(address), pool);
  }

  @AfterEach
  void stop() {
    rig.close();
    pool.close();
    wire.close();
  }

  @Test
  void aStatementWhoseConnectionIsTerminatedIsTriedAgainAndNothingIsSavedTwice() throws Exception {
    List<Exchange> saved = rig.saveTogether(PATIENT, notes(3), this::terminateTheWaiting);

    assertThat(saved).allSatisfy(one -> assertThat(row(one)).isNotNull());
    assertThat(rig.rows().count("notes")).isEqualTo(3);
  }

  @Test
  void withoutTimeToRetryItsCallerFailsAndTheOthersAreSaved() throws Exception {
    List<Exchange> saved = rig.saveTogether(SAVE, notes(3), this::terminateTheWaiting);

    assertThat(saved.get(0).getException())
        .isInstanceOf(GroupSqlException.class)
        .hasMessageContaining("SQL state 57P01");
    assertThat(row(saved.get(1))).isNotNull();
    assertThat(row(saved.get(2))).isNotNull();
    assertThat(rig.rows().count("notes")).isEqualTo(2);
  }

  private void terminateTheWaiting() {
    rig.rows()
        .value(
            "select pg_terminate_backend(pid) from pg_stat_activity where datname ="
                + " current_database() and wait_event_type = 'Lock'");
  }

  @Test
  void callersWaitThroughAnOutageAndAreSavedWhenItIsOver() throws Exception {
    rig.writer(PATIENT);
    wire.cut();
    List<Future<Exchange>> waiting = new ArrayList<>();
    for (int i = 1; i <= 20; i++) {
      int id = i == 13 ? 1_000 : i;
      waiting.add(rig.call(() -> rig.save(PATIENT, id, "text")));
    }
    soon().until(() -> rig.writer(PATIENT).away() != null);
    assertThat(health()).isEqualTo(HealthCheck.State.DOWN);

    wire.mend(port(address));

    for (Future<Exchange> one : waiting) {
      assertThat(row(one.get(30, TimeUnit.SECONDS))).isNotNull();
    }
    assertThat(rig.rows().count("notes")).isEqualTo(20);
    assertThat(health()).isEqualTo(HealthCheck.State.UP);
  }

  private HealthCheck.State health() {
    GroupSqlHealthCheck check = new GroupSqlHealthCheck("save", rig.writer(PATIENT));
    check.setCamelContext(rig.camel());
    return check.call().getState();
  }

  @Test
  void aRowIsTriedAgainOnlyForItsOwnTime() throws Exception {
    String uri = SAVE + "?retryFor=700ms";
    rig.writer(uri);
    wire.cut();
    List<Future<Exchange>> waiting = new ArrayList<>();
    for (int i = 1; i <= 5; i++) {
      int id = i;
      waiting.add(rig.call(() -> rig.save(uri, id, "text")));
    }
    for (Future<Exchange> one : waiting) {
      assertThat(one.get(20, TimeUnit.SECONDS).getException())
          .isInstanceOf(GroupSqlException.class);
    }
    wire.mend(port(address));
    // The pool may still hold a connection that it has not found dead.
    soon().until(() -> rig.save(uri, 6, "text").getException() == null);
    assertThat(rig.rows().count("notes")).isEqualTo(1);
  }

  @Test
  void whenItStopsInAnOutageWhatWaitsFailsInsteadOfHoldingTheStopUp() throws Exception {
    rig.writer(PATIENT);
    wire.cut();
    Future<Exchange> waiting = rig.call(() -> rig.save(PATIENT, 1, "text"));
    soon().until(() -> rig.writer(PATIENT).away() != null);

    rig.camel().getEndpoint(PATIENT).stop();

    assertThat(waiting.get().getException()).isInstanceOf(GroupSqlException.class);
  }

  @Test
  void aServerThatIsStoppedAndStartedAgainFindsTheSameCallersStillWaiting_Q17() throws Exception {
    stop();
    EmbeddedDatabase server = EmbeddedDatabase.start(folder);
    address = server.address();
    open();
    try {
      List<Future<Exchange>> waiting = new ArrayList<>();
      try (Connection holder = rig.holdNotes()) {
        waiting.add(rig.call(() -> rig.save(PATIENT, 1, "text")));
        rig.awaitHeldBack(1);
        waiting.add(rig.call(() -> rig.save(PATIENT, 2, "text")));
        soon().until(() -> rig.writer(PATIENT).waiting() == 1);
        server.close();
      }
      server = EmbeddedDatabase.start(folder);
      wire.mend(port(server.address()));

      for (Future<Exchange> one : waiting) {
        assertThat(row(one.get(30, TimeUnit.SECONDS))).isNotNull();
      }
    } finally {
      server.close();
    }
  }

  private static List<Note> notes(int count) {
    List<Note> notes = new ArrayList<>();
    for (int i = 1; i <= count; i++) {
      notes.add(new Note(i, "text " + i));
    }
    return notes;
  }

  private static DatabaseAddress through(TcpForwarder wire, DatabaseAddress address) {
    return new DatabaseAddress(
        address.jdbcUrl().replaceFirst(":\\d+/", ":" + wire.port() + "/"),
        address.user(),
        address.password());
  }

  private static int port(DatabaseAddress address) {
    return Integer.parseInt(address.hostAndPort().split(":")[1]);
  }
}
