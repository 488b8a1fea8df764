package org.sortingoffice.model;

import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.postgresql.ds.PGSimpleDataSource;
import org.postgresql.jdbc.PreferQueryMode;
import org.sortingoffice.database.DatabaseAddress;
import org.sortingoffice.database.TestDatabase;

/** One connection to a real database with our schema; it runs our statements and looks around. */
final class ModelDatabase implements AutoCloseable {
  private static final List<String> TABLES =
      List.of("tickets", "jobs", "ai_runs", "ticket_embeddings", "deliveries", "provider_gate");

  /** The column that says to which row of a batch a result belongs. */
  private static final String ORDINALITY = "ordinality";

  private final Connection connection;
  private final Map<String, PreparedStatement> prepared = new HashMap<>();
  private final Map<String, String> columns = new HashMap<>();

  private ModelDatabase(Connection connection) {
    this.connection = connection;
  }

  /** An empty database of its own. */
  static DataSource fresh(String name) {
    DataSource database = TestDatabase.migratedDataSource(name);
    return database;
  }

  static ModelDatabase connect(DataSource database) {
    try {
      ModelDatabase connected = new ModelDatabase(database.getConnection());
      // What is lost in a power cut is not the question here.
      connected.sql("set synchronous_commit = off");
      return connected;
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The address of an empty database with our schema. */
  static DatabaseAddress freshAddress(String name) {
    DatabaseAddress address = TestDatabase.migrated(name);
    return address;
  }

  /** A connection on which a statement may stand without values for its parameters. */
  static ModelDatabase connectSimply(DatabaseAddress address) {
    PGSimpleDataSource simple = (PGSimpleDataSource) TestDatabase.dataSource(address);
    simple.setPreferQueryMode(PreferQueryMode.SIMPLE);
    return connect(simple);
  }

  /**
   * Runs one of our statements. Every parameter needs a value, which may be null. A statement for
   * many rows gets the one.
   */
  List<Map<String, Object>> run(SqlStatement statement, Map<String, Object> values) {
    return statement.isForManyRows()
        ? together(statement, List.of(values)).get(0)
        : sql(statement.jdbc(), parameters(statement, List.of(values)));
  }

  /**
   * Runs a statement for many rows once, as {@code group-sql} does.
   *
   * @return for each row of the batch its result, without the ordinality: a row, or none
   * @throws AssertionError when the statement answers a row that there is not, or one twice
   */
  List<List<Map<String, Object>>> together(
      SqlStatement statement, List<Map<String, Object>> batch) {
    List<List<Map<String, Object>>> answers =
        new ArrayList<>(Collections.nCopies(batch.size(), List.of()));
    for (Map<String, Object> row : sql(statement.jdbc(), parameters(statement, batch))) {
      Map<String, Object> answer = new LinkedHashMap<>(row);
      int place = ((Number) answer.remove(ORDINALITY)).intValue();
      if (place < 1 || place > batch.size()) {
        throw new AssertionError("answered row %d of %d".formatted(place, batch.size()));
      }
      if (!answers.set(place - 1, List.of(answer)).isEmpty()) {
        throw new AssertionError("answered row %d twice".formatted(place));
      }
    }
    return answers;
  }

  private Object[] parameters(SqlStatement statement, List<Map<String, Object>> batch) {
    List<SqlStatement.Parameter> parameters = statement.parameters();
    Object[] given = new Object[parameters.size()];
    for (int i = 0; i < given.length; i++) {
      SqlStatement.Parameter parameter = parameters.get(i);
      for (Map<String, Object> values : batch) {
        if (!values.containsKey(parameter.expression())) {
          throw new IllegalArgumentException(statement.name() + ": " + parameter.expression());
        }
      }
      given[i] =
          statement.isForManyRows() && parameter.elements() != null
              ? array(parameter, batch)
              : batch.get(0).get(parameter.expression());
    }
    return given;
  }

  /** One element for each row, as text: the server reads it by its type. */
  private Array array(SqlStatement.Parameter parameter, List<Map<String, Object>> batch) {
    try {
      return connection.createArrayOf(
          parameter.elements(),
          batch.stream()
              .map(values -> values.get(parameter.expression()))
              .map(ModelDatabase::text)
              .toArray(String[]::new));
    } catch (SQLException e) {
      throw new StatementFailed(e);
    }
  }

  private static String text(Object value) {
    return value instanceof byte[] bytes
        ? "\\x" + java.util.HexFormat.of().formatHex(bytes)
        : value == null ? null : value.toString();
  }

  /** Runs any SQL. */
  List<Map<String, Object>> sql(String sql, Object... parameters) {
    try {
      PreparedStatement statement = prepared.get(sql);
      if (statement == null) {
        statement = connection.prepareStatement(sql);
        prepared.put(sql, statement);
      }
      for (int i = 0; i < parameters.length; i++) {
        set(statement, i + 1, parameters[i]);
      }
      return statement.execute() ? rows(statement.getResultSet()) : List.of();
    } catch (SQLException e) {
      throw new StatementFailed(e);
    }
  }

  private void set(PreparedStatement statement, int index, Object value) throws SQLException {
    if (value == null) {
      statement.setNull(index, Types.NULL);
    } else if (value instanceof Long[] longs) {
      statement.setArray(index, connection.createArrayOf("bigint", longs));
    } else if (value instanceof Integer[] integers) {
      statement.setArray(index, connection.createArrayOf("integer", integers));
    } else if (value instanceof Array array) {
      statement.setArray(index, array);
    } else {
      statement.setObject(index, value);
    }
  }

  private static List<Map<String, Object>> rows(ResultSet result) throws SQLException {
    try (result) {
      ResultSetMetaData columns = result.getMetaData();
      List<Map<String, Object>> rows = new ArrayList<>();
      while (result.next()) {
        Map<String, Object> row = new LinkedHashMap<>();
        for (int i = 1; i <= columns.getColumnCount(); i++) {
          row.put(columns.getColumnLabel(i), result.getObject(i));
        }
        rows.add(row);
      }
      return rows;
    }
  }

  /** The contents of all tables. */
  Snapshot look() {
    return Snapshot.read((String) sql(Snapshot.SQL).get(0).values().iterator().next());
  }

  /** As after the migrations. */
  void clear() {
    deleteAll();
    sql("insert into provider_gate (provider) values ('default')");
    // Faster than truncate, which makes new files.
    sql(
        "select setval('ticket_numbers', 500001, false),"
            + " setval(pg_get_serial_sequence('jobs', 'id'), 1, false)");
  }

  private void deleteAll() {
    sql("delete from jobs");
    sql("delete from ai_runs");
    sql("delete from tickets");
    sql("delete from provider_gate");
  }

  /** Replaces the contents of all tables. */
  void restore(Snapshot snapshot) {
    deleteAll();
    for (String table : TABLES) {
      if (snapshot.rows().path(table).isArray()) {
        sql(
            "insert into %s (%s) select %s from json_populate_recordset(null::%s, ?::json)"
                .formatted(table, columns(table), columns(table), table),
            snapshot.rows().path(table).toString());
      }
    }
  }

  /** Those that are written and not worked out by the database. */
  private String columns(String table) {
    return columns.computeIfAbsent(
        table,
        name ->
            (String)
                sql(
                        "select string_agg(column_name, ', ' order by ordinal_position)"
                            + " from information_schema.columns"
                            + " where table_schema = 'public' and table_name = ? and is_generated = 'NEVER'",
                        name)
                    .get(0)
                    .values()
                    .iterator()
                    .next());
  }

  /** The number by which other connections see this one. */
  int processId() {
    return (Integer) sql("select pg_backend_pid()").get(0).values().iterator().next();
  }

  void begin() {
    change(() -> connection.setAutoCommit(false));
  }

  void commit() {
    change(
        () -> {
          connection.commit();
          connection.setAutoCommit(true);
        });
  }

  void rollback() {
    change(
        () -> {
          connection.rollback();
          connection.setAutoCommit(true);
        });
  }

  /** Marks the place to which {@link #back} goes, as often as it is asked to. */
  void mark() {
    sql("savepoint here");
  }

  void back() {
    sql("rollback to here");
  }

  @Override
  public void close() {
    change(connection::close);
  }

  private interface Change {
    void run() throws SQLException;
  }

  private static void change(Change change) {
    try {
      change.run();
    } catch (SQLException e) {
      throw new StatementFailed(e);
    }
  }
}
