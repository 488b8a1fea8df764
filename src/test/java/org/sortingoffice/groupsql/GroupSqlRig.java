package org.sortingoffice.groupsql;

import static org.awaitility.Awaitility.await;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import javax.sql.DataSource;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.ProducerTemplate;
import org.apache.camel.impl.DefaultCamelContext;
import org.awaitility.core.ConditionFactory;
import org.sortingoffice.testing.TestRows;

/** A Camel context with nothing but group-sql, a table of notes, and callers. */
final class GroupSqlRig implements AutoCloseable {
  static final String SAVE = "group-sql:classpath:groupsql/save-note.sql";

  private final ExecutorService callers = Executors.newCachedThreadPool();
  private final CamelContext camel = new DefaultCamelContext();
  private final ProducerTemplate template;
  private final TestRows rows;

  /**
   * @param direct the way to the database for the test itself
   * @param used what the component uses
   */
  GroupSqlRig(DataSource direct, DataSource used) {
    rows = new TestRows(direct);
    rows.change(
        "create table if not exists notes (id bigint primary key check (id <> 13), text text)");
    camel.getRegistry().bind("database", used);
    camel.getPropertiesComponent().addInitialProperty("test.seconds", "1.5");
    camel.getPropertiesComponent().addInitialProperty("test.word", "word");
    camel.start();
    template = camel.createProducerTemplate();
  }

  CamelContext camel() {
    return camel;
  }

  TestRows rows() {
    return rows;
  }

  GroupWriter writer(String uri) {
    return camel.getEndpoint(uri, GroupSqlEndpoint.class).writer();
  }

  /** Sends one and returns what became of it. */
  Exchange send(String uri, Map<String, ?> body) {
    return template.request(
        uri,
        exchange -> {
          exchange.getMessage().setBody(body);
          exchange.setVariable("author", "the caller's variable");
          exchange.getMessage().setHeader("author", "a header");
        });
  }

  Exchange save(String uri, long id, String text) {
    Map<String, Object> note = new HashMap<>();
    note.put("id", id);
    note.put("text", text);
    return send(uri, note);
  }

  <T> Future<T> call(Callable<T> work) {
    return callers.submit(work);
  }

  /** Holds the first row back in the database, lets the others queue up behind it, then lets go. */
  List<Exchange> saveTogether(String uri, List<Note> notes) throws Exception {
    return saveTogether(uri, notes, () -> {});
  }

  /** As above; {@code meanwhile} runs when all wait and the first is still held back. */
  List<Exchange> saveTogether(String uri, List<Note> notes, Meanwhile meanwhile) throws Exception {
    List<Future<Exchange>> saved = new ArrayList<>();
    try (Connection holder = holdNotes()) {
      Note first = notes.get(0);
      saved.add(call(() -> save(uri, first.id(), first.text())));
      awaitHeldBack(1);
      for (Note note : notes.subList(1, notes.size())) {
        int waiting = writer(uri).waiting();
        saved.add(call(() -> save(uri, note.id(), note.text())));
        soon().until(() -> writer(uri).waiting() == waiting + 1);
      }
      meanwhile.run();
    }
    List<Exchange> exchanges = new ArrayList<>();
    for (Future<Exchange> one : saved) {
      exchanges.add(one.get());
    }
    return exchanges;
  }

  /** Keeps everybody from writing notes until it is closed. */
  Connection holdNotes() throws SQLException {
    Connection holder = rows.connect();
    holder.setAutoCommit(false);
    try (Statement lock = holder.createStatement()) {
      lock.execute("lock table notes in exclusive mode");
    }
    return holder;
  }

  void awaitHeldBack(int statements) {
    soon()
        .until(
            () ->
                rows.count(
                        "pg_stat_activity where datname = current_database() and wait_event_type ="
                            + " 'Lock'")
                    == statements);
  }

  /** Looks often, so that many waits in a row are no long test. */
  static ConditionFactory soon() {
    return await().pollInterval(Duration.ofMillis(2)).pollDelay(Duration.ZERO);
  }

  interface Meanwhile {
    void run() throws Exception;
  }

  record Note(long id, String text) {}

  @SuppressWarnings("unchecked")
  static Map<String, Object> row(Exchange exchange) {
    if (exchange.getException() != null) {
      throw new AssertionError("failed", exchange.getException());
    }
    return (Map<String, Object>) exchange.getMessage().getBody();
  }

  @Override
  public void close() {
    callers.shutdownNow();
    camel.stop();
  }
}
