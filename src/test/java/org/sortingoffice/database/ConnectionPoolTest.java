package org.sortingoffice.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.zaxxer.hikari.HikariDataSource;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConnectionPoolTest {
  @Test
  void theServerSeesThePoolsName() throws Exception {
    DatabaseAddress address = TestDatabase.fresh("pool_name");
    try (HikariDataSource pool = ConnectionPool.to(address, "sorting-office-worker").open();
        Connection connection = pool.getConnection();
        Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery("show application_name")) {
      result.next();
      assertThat(result.getString(1)).isEqualTo("sorting-office-worker");
      assertThat(pool.getPoolName()).isEqualTo("sorting-office-worker");
    }
  }

  @Test
  void aCallerWaitsForAFreeConnectionAsLongAsToldAndNoLonger() throws Exception {
    DatabaseAddress address = TestDatabase.fresh("pool_full");
    ConnectionPool settings =
        ConnectionPool.to(address, "full")
            .withSize(1)
            .withConnectionTimeout(Duration.ofMillis(300));
    try (HikariDataSource pool = settings.open();
        Connection only = pool.getConnection()) {
      assertThat(only.isValid(1)).isTrue();
      assertThatExceptionOfType(SQLTransientConnectionException.class)
          .isThrownBy(pool::getConnection);
    }
  }

  @Test
  void aStatementThatNeverAnswersIsGivenUp() throws Exception {
    DatabaseAddress address = TestDatabase.fresh("pool_silent");
    ConnectionPool settings =
        ConnectionPool.to(address, "silent").withSocketTimeout(Duration.ofSeconds(1));
    try (HikariDataSource pool = settings.open();
        Connection connection = pool.getConnection();
        Statement statement = connection.createStatement()) {
      assertThatExceptionOfType(SQLException.class)
          .isThrownBy(() -> statement.execute("select pg_sleep(30)"))
          .withMessageContaining("I/O error");
    }
  }

  /**
   * Found by the torture run: a server that answered the first try and was killed then ended the
   * process.
   */
  @Test
  void aServerThatGoesAwayAfterTheFirstConnectionIsTriedAgain() throws Exception {
    DatabaseAddress address = TestDatabase.fresh("pool_restart");
    try (Connection connection = TestDatabase.dataSource(address).getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("create sequence logins");
      statement.execute(
          """
          create function refuse_the_second() returns event_trigger language plpgsql as $$
          begin
            if nextval('logins') = 2 then
              raise exception 'the database system is starting up' using errcode = 'cannot_connect_now';
            end if;
          end $$
          """);
      statement.execute(
          "create event trigger at_login on login execute function refuse_the_second()");
    }
    ConnectionPool settings =
        ConnectionPool.to(address, "restart").withStartTimeout(Duration.ofSeconds(20));
    try (HikariDataSource pool = settings.open();
        Connection connection = pool.getConnection()) {
      assertThat(connection.isValid(1)).isTrue();
    }
  }

  @Test
  void preparesAtTheFirstExecutionUnlessToldNotTo() throws Exception {
    DatabaseAddress address = TestDatabase.fresh("pool_prepared");
    assertThat(preparedAfterTwoExecutions(ConnectionPool.to(address, "prepared"))).isPositive();
    assertThat(
            preparedAfterTwoExecutions(
                ConnectionPool.to(address, "unprepared").withPrepareThreshold(0)))
        .isZero();
  }

  @Test
  void aPortWhereNothingListensIsNamed() throws Exception {
    int port = freePort();
    assertUnreachable(
        "postgres://ann:hunter2@127.0.0.1:" + port + "/tickets",
        "The database tickets at 127.0.0.1:"
            + port
            + " cannot be reached: nothing answers there (connection refused). Start it or correct"
            + " DATABASE_URL.");
  }

  @Test
  void aHostThatDoesNotExistIsNamed() {
    assertUnreachable(
        "postgres://ann:hunter2@no-such-host.invalid:5432/tickets",
        "The database tickets at no-such-host.invalid:5432 cannot be reached: no such host. Start it"
            + " or correct DATABASE_URL.");
  }

  @Test
  void aHostThatAcceptsAndStaysSilentIsNamed() throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
      ConnectionPool settings =
          ConnectionPool.to(
                  DatabaseAddress.parse(
                      "postgres://ann:hunter2@127.0.0.1:" + silent.getLocalPort() + "/tickets"),
                  "silent")
              .withConnectionTimeout(Duration.ofSeconds(1))
              .withSocketTimeout(Duration.ofSeconds(1));
      assertThatExceptionOfType(DatabaseUnreachable.class)
          .isThrownBy(settings::open)
          .withMessageContaining("cannot be reached: no answer in time.");
    }
  }

  @Test
  void aWrongPasswordFailsAtOnceHoweverLongTheStartMayTake() throws Exception {
    DatabaseAddress right = TestDatabase.fresh("pool_password");
    DatabaseAddress wrong = new DatabaseAddress(right.jdbcUrl(), right.user(), "hunter2");
    assertThatExceptionOfType(DatabaseUnreachable.class)
        .isThrownBy(ConnectionPool.to(wrong, "wrong").withStartTimeout(Duration.ofMinutes(5))::open)
        .withMessageContaining("user or password is wrong (user sorting_office)")
        .satisfies(e -> assertThat(e.getMessage()).doesNotContain("hunter2"));
  }

  @Test
  void aMissingDatabaseIsNamed() throws Exception {
    DatabaseAddress missing = TestDatabase.fresh("pool_missing").withDatabase("nowhere");
    assertThatExceptionOfType(DatabaseUnreachable.class)
        .isThrownBy(ConnectionPool.to(missing, "missing")::open)
        .withMessageContaining("The database nowhere at 127.0.0.1:")
        .withMessageContaining("the server has no database of this name");
  }

  @Test
  void aDatabaseThatComesUpLaterIsWaitedFor(@TempDir Path temp) throws Exception {
    // Its port is known from a first start; the second is made to use it again.
    DatabaseAddress address;
    try (EmbeddedDatabase first = EmbeddedDatabase.start(temp)) {
      address = first.address();
    }
    CompletableFuture<HikariDataSource> opening =
        CompletableFuture.supplyAsync(
            ConnectionPool.to(address, "early").withStartTimeout(Duration.ofSeconds(60))::open);
    try (EmbeddedDatabase later = EmbeddedDatabase.start(temp)) {
      assertThat(later.address()).as("same folder, same port").isEqualTo(address);
      try (HikariDataSource pool = opening.join();
          Connection connection = pool.getConnection()) {
        assertThat(connection.isValid(1)).isTrue();
      }
    }
  }

  private static long preparedAfterTwoExecutions(ConnectionPool settings) throws SQLException {
    try (HikariDataSource pool = settings.open();
        Connection connection = pool.getConnection();
        var query =
            connection.prepareStatement("select count(*) from pg_prepared_statements where ?")) {
      query.setBoolean(1, true);
      query.executeQuery().close();
      try (ResultSet result = query.executeQuery()) {
        result.next();
        return result.getLong(1);
      }
    }
  }

  private static void assertUnreachable(String databaseUrl, String message) {
    assertThatExceptionOfType(DatabaseUnreachable.class)
        .isThrownBy(ConnectionPool.to(DatabaseAddress.parse(databaseUrl), "test")::open)
        .withMessage(message);
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
      return socket.getLocalPort();
    }
  }
}
