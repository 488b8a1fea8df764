package org.sortingoffice.bench;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.postgresql.ds.PGSimpleDataSource;
import org.sortingoffice.database.EmbeddedDatabase;
import org.sortingoffice.database.Migrations;
import org.sortingoffice.samples.SampleLoad;
import org.sortingoffice.samples.SampleResults;

/** The PostgreSQL that everything is measured on: one server, a new database for each run. */
final class Database implements AutoCloseable {
  private static final String EMPTY = "bench_empty";
  private static final int DIFFERENT_TICKETS = 10_000;

  private final EmbeddedDatabase server;
  private final Path folder;
  private final String base;

  private Database(EmbeddedDatabase server, Path folder) {
    this.server = server;
    this.folder = folder;
    this.base = server.jdbcUrl().substring(0, server.jdbcUrl().lastIndexOf('/') + 1);
  }

  /** Starts the server on a folder and makes the template of an empty office. */
  static Database start(Path folder) throws SQLException {
    Database database = new Database(EmbeddedDatabase.start(folder), folder);
    database.admin("drop database if exists " + EMPTY, "create database " + EMPTY);
    new Migrations().apply(database.source(EMPTY));
    return database;
  }

  /** A database as a copy of an empty, migrated office. */
  void createOffice(String name) throws SQLException {
    copy(EMPTY, name);
  }

  /** A database that holds nothing. */
  void createPlain(String name) throws SQLException {
    admin("drop database if exists " + name + " with (force)", "create database " + name);
  }

  /**
   * A database with tickets whose jobs are queued and due: believable ones (`load`), and from a
   * certain number on copies of them.
   */
  void createBacklog(String name, int jobs) throws SQLException {
    createOffice(name);
    SampleResults results =
        new SampleResults(
            BigDecimal.ONE, BigDecimal.ONE, List.of("delivery"), "small-chat-v1", "small-chat-v1");
    int loaded = Math.min(jobs, DIFFERENT_TICKETS);
    new SampleLoad(source(name), results, (done, all) -> {}).run(loaded, 0, 42);
    execute(
        name,
        """
        insert into tickets (customer_id, subject, body, metadata)
        select customer_id, subject, body, metadata
        from generate_series(1, %d) as copy
        cross join lateral (select * from tickets where copy > 0 limit %d) as tickets
        limit %d
        """
            .formatted(jobs / loaded, loaded, jobs - loaded),
        """
        insert into jobs (ticket_number, actor, request_sha256)
        select number, sample.actor, sample.request_sha256
        from tickets
        cross join (select actor, request_sha256 from jobs limit 1) as sample
        where not exists (select from jobs where jobs.ticket_number = tickets.number)
        order by number
        """,
        "vacuum analyze");
  }

  /** Copies a database file by file, and leaves nothing behind for the run to write out. */
  void copy(String template, String name) throws SQLException {
    admin(
        "drop database if exists " + name + " with (force)",
        "create database " + name + " template " + template + " strategy file_copy",
        "checkpoint");
  }

  void drop(String name) throws SQLException {
    admin("drop database if exists " + name + " with (force)");
  }

  String jdbcUrl(String name) {
    return base + name;
  }

  String user() {
    return server.user();
  }

  String password() {
    return server.password();
  }

  /** Host and port, as libpq names them. */
  String port() {
    return base.replaceFirst(".*:(\\d+)/$", "$1");
  }

  Connection connect(String name) throws SQLException {
    return DriverManager.getConnection(jdbcUrl(name) + "?prepareThreshold=1", user(), password());
  }

  void execute(String name, String... statements) throws SQLException {
    try (Connection connection = connect(name);
        Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  long number(String name, String query) throws SQLException {
    try (Connection connection = connect(name);
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(query)) {
      row.next();
      return row.getLong(1);
    }
  }

  String text(String name, String query) throws SQLException {
    try (Connection connection = connect(name);
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(query)) {
      row.next();
      return row.getString(1);
    }
  }

  /** How far the write-ahead log has come, in bytes; of the whole server. */
  long walPosition() throws SQLException {
    return number("postgres", "select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::bigint");
  }

  /** What processor time the server's processes that live now have used so far, in milliseconds. */
  long processorMillis() throws IOException {
    long pid =
        Long.parseLong(Files.readAllLines(folder.resolve("postgres").resolve("postmaster.pid")).get(0));
    return ProcessHandle.of(pid).stream()
        .flatMap(server -> Stream.concat(Stream.of(server), server.descendants()))
        .flatMap(process -> process.info().totalCpuDuration().stream())
        .mapToLong(Duration::toMillis)
        .sum();
  }

  private void admin(String... statements) throws SQLException {
    execute("postgres", statements);
  }

  private DataSource source(String name) {
    PGSimpleDataSource source = new PGSimpleDataSource();
    source.setUrl(jdbcUrl(name));
    source.setUser(user());
    source.setPassword(password());
    return source;
  }

  /** What the server says of itself; without these the figures would mean nothing. */
  String describe() throws SQLException {
    StringBuilder said = new StringBuilder();
    for (String setting :
        List.of(
            "server_version",
            "fsync",
            "synchronous_commit",
            "full_page_writes",
            "shared_buffers",
            "max_wal_size")) {
      said.append(said.isEmpty() ? "" : ", ").append(setting).append(' ');
      said.append(text("postgres", "show " + setting));
    }
    return said.toString();
  }

  @Override
  public void close() {
    server.close();
  }
}
