package org.sortingoffice.groupsql;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.camel.Exchange;
import org.apache.camel.ProducerTemplate;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.support.DefaultExchange;
import org.sortingoffice.database.TestDatabase;
import org.sortingoffice.testing.TestRows;

/**
 * A statement for one row, by {@code sql:}, on one database, and the statement for many rows that
 * shall do the same, on another.
 */
final class StatementPair implements AutoCloseable {
  /** Two migrated databases that several pairs may use, one after the other. */
  record Databases(HikariDataSource one, HikariDataSource many) implements AutoCloseable {
    static Databases migrated() {
      return new Databases(migrated("statement_single"), migrated("statement_group"));
    }

    private static HikariDataSource migrated(String name) {
      HikariConfig config = new HikariConfig();
      config.setDataSource(TestDatabase.migratedDataSource(name));
      config.setMaximumPoolSize(3);
      // What is compared is what the statements do, not what survives.
      config.setConnectionInitSql("set synchronous_commit = off");
      return new HikariDataSource(config);
    }

    @Override
    public void close() {
      one.close();
      many.close();
    }
  }

  private final DefaultCamelContext camel = new DefaultCamelContext();
  private final ProducerTemplate template;
  private final String single;
  private final BatchExecution group;
  private final List<RowParameter> parameters;
  private final TestRows singleRows;
  private final TestRows groupRows;

  /**
   * @param file of both: the one in the test resources single/, the other the real one in sql/
   */
  StatementPair(String file, Databases databases) {
    singleRows = new TestRows(databases.one());
    groupRows = new TestRows(databases.many());
    camel.getRegistry().bind("one", databases.one());
    camel.start();
    template = camel.createProducerTemplate();
    single = "sql:classpath:single/" + file + "?dataSource=#one&outputType=SelectOne";
    GroupStatement statement = GroupStatement.read(file, text(file));
    // What is the same for all rows is which channels of the outbox are told.
    List<String> constants =
        statement.parameters().stream()
            .filter(parameter -> !parameter.perRow())
            .map(parameter -> "webhook")
            .toList();
    group =
        new BatchExecution(
            file,
            statement,
            constants,
            new ElementText(camel.getTypeConverter()),
            databases.many(),
            Duration.ZERO);
    parameters =
        statement.parameters().stream()
            .filter(GroupStatement.Parameter::perRow)
            .map(parameter -> RowParameter.of(camel, parameter))
            .toList();
  }

  private static String text(String file) {
    try {
      return Files.readString(Path.of("src/main/resources/sql", file), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  TestRows singleRows() {
    return singleRows;
  }

  TestRows groupRows() {
    return groupRows;
  }

  /** Empties what the statements write, on both databases. */
  void empty() {
    change(
        "delete from ai_runs; delete from ticket_embeddings; delete from deliveries; delete from outbox; delete from jobs; delete from tickets");
  }

  /** The same on both databases. */
  void change(String sql) {
    singleRows.change(sql);
    groupRows.change(sql);
  }

  /** One after the other; each result is a row, or a value if there is one column, or null. */
  List<Object> byOne(List<Consumer<Exchange>> inputs) {
    List<Object> results = new ArrayList<>();
    for (Consumer<Exchange> input : inputs) {
      Exchange done = template.request(single, input::accept);
      if (done.getException() != null) {
        throw new AssertionError(done.getException());
      }
      Object body = done.getMessage().getBody();
      results.add(done.getMessage().getHeader("CamelSqlRowCount", 0, int.class) == 0 ? null : body);
    }
    return results;
  }

  /** All in one batch. */
  List<Map<String, Object>> together(List<Consumer<Exchange>> inputs) throws SQLException {
    return group.execute(inputs.stream().map(this::parametersOf).toList());
  }

  private ParameterRow parametersOf(Consumer<Exchange> input) {
    Exchange exchange = new DefaultExchange(camel);
    input.accept(exchange);
    List<Object> elements = new ArrayList<>();
    parameters.forEach(parameter -> elements.add(parameter.element(exchange)));
    return ParameterRow.of(elements);
  }

  @Override
  public void close() {
    camel.stop();
  }
}
