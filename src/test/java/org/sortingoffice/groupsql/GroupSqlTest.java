package org.sortingoffice.groupsql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.sortingoffice.groupsql.GroupSqlRig.SAVE;
import static org.sortingoffice.groupsql.GroupSqlRig.row;
import static org.sortingoffice.groupsql.GroupSqlRig.soon;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import javax.sql.DataSource;
import org.apache.camel.Exchange;
import org.apache.camel.ResolveEndpointFailedException;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.health.HealthCheck;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.sortingoffice.database.ConnectionPool;
import org.sortingoffice.database.DatabaseAddress;
import org.sortingoffice.database.TestDatabase;
import org.sortingoffice.groupsql.GroupSqlRig.Note;

/** The component on a real PostgreSQL. */
class GroupSqlTest {
  private static DatabaseAddress address;
  private static DataSource database;
  private GroupSqlRig rig;

  @BeforeAll
  static void makeDatabase() {
    address = TestDatabase.fresh("group_sql");
    database = TestDatabase.dataSource(address);
  }

  @BeforeEach
  void start() {
    rig = new GroupSqlRig(database, database);
    rig.rows().change("truncate notes");
  }

  @AfterEach
  void stop() {
    rig.close();
  }

  @Test
  void callersThatWaitTogetherShareOneCommitAndEachGoesOnWithItsOwnRow() throws Exception {
    List<Exchange> saved = rig.saveTogether(SAVE, notes(21, 40));

    assertThat(saved.stream().map(one -> row(one).get("id")))
        .containsExactlyElementsOf(LongStream.rangeClosed(21, 40).boxed().toList());
    assertThat(saved.stream().map(one -> row(one).get("text")))
        .containsExactlyElementsOf(notes(21, 40).stream().map(Note::text).toList());
    assertThat(saved.stream().skip(1).map(one -> row(one).get("transaction")))
        .containsOnly(row(saved.get(1)).get("transaction"));
    assertThat(row(saved.get(0)).get("transaction"))
        .isNotEqualTo(row(saved.get(1)).get("transaction"));
    assertThat(rig.rows().count("notes")).isEqualTo(20);
  }

  @Test
  void theOrdinalityIsNotPartOfTheRow() {
    assertThat(row(rig.save(SAVE, 1, "a"))).containsOnlyKeys("id", "text", "transaction");
  }

  @Test
  void aRowWithoutEffectLeavesANullBodyAndOthersTheirs() throws Exception {
    rig.rows().change("insert into notes values (3, 'was here')");

    List<Exchange> saved = rig.saveTogether(SAVE, notes(1, 4));

    assertThat(row(saved.get(2))).isNull();
    assertThat(row(saved.get(1)).get("id")).isEqualTo(2L);
    assertThat(row(saved.get(3)).get("id")).isEqualTo(4L);
  }

  @Test
  void aPoisonRowHurtsOnlyItself() throws Exception {
    List<Exchange> saved = rig.saveTogether(SAVE, notes(11, 15));

    assertThat(state(saved.get(2))).isEqualTo("23514");
    assertThat(saved.get(2).getMessage().getBody())
        .isInstanceOf(Map.class)
        .asString()
        .contains("13");
    for (int healthy : new int[] {0, 1, 3, 4}) {
      assertThat(row(saved.get(healthy)).get("id")).isEqualTo(11L + healthy);
    }
    assertThat(rig.rows().count("notes")).isEqualTo(4);
  }

  @Test
  void aNulCharacterHurtsOnlyItsOwnRow() throws Exception {
    List<Exchange> saved =
        rig.saveTogether(
            SAVE,
            List.of(new Note(1, "a"), new Note(2, "b"), new Note(3, "n\0l"), new Note(4, "d")));

    assertThat(state(saved.get(2))).isEqualTo("22021");
    assertThat(rig.rows().count("notes")).isEqualTo(3);
  }

  @Test
  void afterAPoisonedBatchTheNextIsSharedAgain() throws Exception {
    rig.saveTogether(SAVE, notes(11, 15));

    List<Exchange> saved = rig.saveTogether(SAVE, notes(101, 110));

    assertThat(saved.stream().skip(1).map(one -> row(one).get("transaction")).distinct())
        .hasSize(1);
  }

  @Test
  void textsArriveByteForByte() throws Exception {
    List<String> texts =
        List.of(
            "plain",
            "",
            "NULL",
            "\"quoted\" and \\back\\slashed\\",
            "{braces,commas}",
            " spaces ",
            "line\nbreak\ttab\r",
            "👨‍👩‍👧 ไทย עברית é \\u0000",
            "x".repeat(100_000));
    List<Note> notes =
        IntStream.range(0, texts.size()).mapToObj(i -> new Note(100 + i, texts.get(i))).toList();

    rig.saveTogether(SAVE, notes);

    for (Note note : notes) {
      assertThat(rig.rows().value("select text from notes where id = " + note.id()))
          .isEqualTo(note.text());
    }
  }

  @Test
  void everyTypeAndNullArrivesAndParametersComeFromWhereTheStatementSays() {
    String uri = "group-sql:classpath:groupsql/all-types.sql";
    Map<String, Object> full = new HashMap<>();
    full.put("text", "t");
    full.put("json", "{\"a\": \"\\\"quoted\\\" \\\\ back\"}");
    full.put("big", Long.MAX_VALUE);
    full.put("number", Integer.MIN_VALUE);
    full.put("small", (short) 7);
    full.put("amount", new BigDecimal("0.000000031"));
    full.put("truth", true);
    full.put("moment", Instant.parse("2026-01-02T03:04:05.678901Z"));
    full.put("vector", new Float[] {1.5f, -2f, Float.MIN_VALUE, 1e30f});

    Map<String, Object> row = row(rig.send(uri, full));

    assertThat(row.get("text")).isEqualTo("t");
    assertThat(row.get("json")).isEqualTo("{\"a\": \"\\\"quoted\\\" \\\\ back\"}");
    assertThat(row.get("big")).isEqualTo(Long.MAX_VALUE);
    assertThat(row.get("number")).isEqualTo(Integer.MIN_VALUE);
    assertThat(row.get("small")).isEqualTo(7);
    assertThat((BigDecimal) row.get("amount")).isEqualByComparingTo("0.000000031");
    assertThat(row.get("truth")).isEqualTo(true);
    assertThat(((Timestamp) row.get("moment")).toInstant())
        .isEqualTo(Instant.parse("2026-01-02T03:04:05.678901Z"));
    assertThat((Float[]) row.get("vector")).containsExactly(1.5f, -2f, Float.MIN_VALUE, 1e30f);
    assertThat(row.get("author")).isEqualTo("the caller's variable");
    assertThat((BigDecimal) row.get("doubled")).isEqualByComparingTo("3");
    assertThat(row.get("word")).isEqualTo("word -- :#not a parameter");
    assertThat(row.get("has_a")).isEqualTo(true);

    Map<String, Object> empty = row(rig.send(uri, Map.of()));
    assertThat(empty).containsEntry("text", null).containsEntry("vector", null);
    assertThat(empty.get("big")).isNull();
    assertThat(empty.get("truth")).isNull();
  }

  @Test
  void aBatchIsBoundedByRows() throws Exception {
    List<Exchange> saved = rig.saveTogether(SAVE + "?maxRows=4", notes(1, 10));

    // 1, then 4, 4 and 1.
    assertThat(saved.stream().map(one -> row(one).get("transaction")).distinct()).hasSize(4);
    assertThat(row(saved.get(1)).get("transaction"))
        .isEqualTo(row(saved.get(4)).get("transaction"));
    assertThat(row(saved.get(5)).get("transaction"))
        .isNotEqualTo(row(saved.get(4)).get("transaction"));
  }

  @Test
  void aBatchIsBoundedByBytesAndALargerRowGoesAlone_Q28() throws Exception {
    String kilobyte = "k".repeat(1_000);
    List<Exchange> saved =
        rig.saveTogether(
            SAVE + "?maxBytes=2500",
            List.of(
                new Note(1, "first"),
                new Note(2, kilobyte),
                new Note(3, kilobyte),
                new Note(4, kilobyte),
                new Note(5, "k".repeat(10_000)),
                new Note(6, "last")));

    List<Object> transactions = saved.stream().map(one -> row(one).get("transaction")).toList();
    assertThat(transactions.get(1)).isEqualTo(transactions.get(2));
    assertThat(transactions.get(3)).isNotEqualTo(transactions.get(2));
    assertThat(transactions.get(4)).isNotEqualTo(transactions.get(3));
    assertThat(transactions.get(5)).isNotEqualTo(transactions.get(4));
  }

  @Test
  void tenThousandRowsOfSixtyFourCallersAreSavedOnceEach() throws Exception {
    try (var pool = ConnectionPool.to(address, "group-sql-many").withSize(4).open()) {
      rig.camel().getRegistry().bind("pool", pool);
      AtomicLong next = new AtomicLong(1_000);
      List<Future<Integer>> callers = new ArrayList<>();
      for (int i = 0; i < 64; i++) {
        callers.add(
            rig.call(
                () -> {
                  int mine = 0;
                  for (long id = next.getAndIncrement(); id < 11_000; id = next.getAndIncrement()) {
                    Map<String, Object> row =
                        row(rig.save(SAVE + "?dataSource=#pool&writers=2", id, "text " + id));
                    assertThat(row).containsEntry("id", id).containsEntry("text", "text " + id);
                    mine++;
                  }
                  return mine;
                }));
      }
      int all = 0;
      for (Future<Integer> caller : callers) {
        all += caller.get();
      }
      assertThat(all).isEqualTo(10_000);
      assertThat(rig.rows().count("notes")).isEqualTo(10_000);
    }
  }

  @Test
  void everyCallerGoesOnOnItsOwnThreadAfterTheLeadHasPassedOn() throws Exception {
    rig.camel()
        .addRoutes(
            new RouteBuilder() {
              @Override
              public void configure() {
                from("direct:save")
                    .process(exchange -> exchange.setVariable("before", Thread.currentThread()))
                    .to(SAVE)
                    .process(exchange -> exchange.setVariable("after", Thread.currentThread()));
              }
            });
    List<Future<Exchange>> saved = new ArrayList<>();
    try (Connection holder = rig.holdNotes()) {
      saved.add(rig.call(() -> rig.save("direct:save", 1, "a")));
      rig.awaitHeldBack(1);
      saved.add(rig.call(() -> rig.save("direct:save", 2, "b")));
      saved.add(rig.call(() -> rig.save("direct:save", 3, "c")));
      soon().until(() -> rig.writer(SAVE).waiting() == 2);
    }
    for (Future<Exchange> one : saved) {
      assertThat(one.get().getVariable("after")).isSameAs(one.get().getVariable("before"));
    }
  }

  @Test
  void whenTheQueueIsFullOneMoreIsRefusedAtOnce() throws Exception {
    String uri = SAVE + "?queueSize=2";
    List<Exchange> refused = new ArrayList<>();

    List<Exchange> saved =
        rig.saveTogether(uri, notes(1, 3), () -> refused.add(rig.save(uri, 4, "too many")));

    assertThat(refused.get(0).getException())
        .isInstanceOf(RejectedExecutionException.class)
        .hasMessageContaining("2 rows waiting");
    assertThat(saved).allSatisfy(one -> assertThat(row(one)).isNotNull());
    assertThat(rig.rows().count("notes")).isEqualTo(3);
  }

  @Test
  void whatWaitsWhenItStopsIsStillWrittenAndWhoComesLaterIsRefused() throws Exception {
    GroupSqlEndpoint endpoint = rig.camel().getEndpoint(SAVE, GroupSqlEndpoint.class);
    GroupWriter writer = endpoint.writer();
    List<Future<?>> stopping = new ArrayList<>();

    List<Exchange> saved =
        rig.saveTogether(
            SAVE,
            notes(1, 5),
            () -> {
              stopping.add(
                  rig.call(
                      () -> {
                        endpoint.stop();
                        return null;
                      }));
              soon().until(writer::isStopped);
              assertThatThrownBy(() -> writer.write(ParameterRow.of(Arrays.asList(99L, null))))
                  .isInstanceOf(RejectedExecutionException.class)
                  .hasMessageContaining("was stopped");
            });

    for (Future<?> one : stopping) {
      one.get();
    }
    assertThat(saved).allSatisfy(one -> assertThat(row(one)).isNotNull());
    assertThat(rig.rows().count("notes")).isEqualTo(5);
  }

  @Test
  void aCallerThatIsInterruptedWhileItWaitsIsNotSaved() throws Exception {
    List<Thread> caller = new ArrayList<>();
    List<Future<Exchange>> interrupted = new ArrayList<>();

    rig.saveTogether(
        SAVE,
        notes(1, 2),
        () -> {
          interrupted.add(
              rig.call(
                  () -> {
                    caller.add(Thread.currentThread());
                    return rig.save(SAVE, 3, "interrupted");
                  }));
          soon().until(() -> rig.writer(SAVE).waiting() == 2);
          caller.get(0).interrupt();
          soon().until(() -> rig.writer(SAVE).waiting() == 1);
        });

    assertThat(interrupted.get(0).get().getException()).isInstanceOf(InterruptedException.class);
    assertThat(rig.rows().count("notes")).isEqualTo(2);
  }

  @Test
  void itWritesBesideTheTransactionOfTheCaller() throws Exception {
    try (Connection own = rig.rows().connect()) {
      own.setAutoCommit(false);
      assertThat(row(rig.save(SAVE, 1, "a"))).isNotNull();
      own.rollback();
    }
    assertThat(rig.rows().count("notes")).isEqualTo(1);
  }

  @Test
  void aConnectionThatDoesNotCommitByItselfIsMadeTo() {
    HikariConfig config = new HikariConfig();
    config.setDataSource(database);
    config.setAutoCommit(false);
    try (HikariDataSource manual = new HikariDataSource(config)) {
      rig.camel().getRegistry().bind("manual", manual);
      assertThat(row(rig.save(SAVE + "?dataSource=#manual", 1, "a"))).isNotNull();
    }

    assertThat(rig.rows().count("notes")).isEqualTo(1);
  }

  @Test
  void aStatementThatTakesTooLongIsCancelledAndItsRowsAreTriedAlone() throws Exception {
    try (Connection holder = rig.holdNotes()) {
      Exchange late = rig.save(SAVE + "?statementTimeout=1s", 1, "held back");
      assertThat(state(late)).isEqualTo("57014");
    }
    assertThat(row(rig.save(SAVE + "?statementTimeout=1s", 2, "free"))).isNotNull();
  }

  @Test
  void anUnknownOptionStopsTheStart() {
    assertThatThrownBy(() -> rig.camel().getEndpoint(SAVE + "?maxRow=3"))
        .isInstanceOf(ResolveEndpointFailedException.class)
        .hasMessageContaining("maxRow");
  }

  @Test
  void aStatementThatIsMissingOrWrongStopsTheStart() {
    assertThatThrownBy(() -> rig.camel().getEndpoint("group-sql:classpath:groupsql/none.sql"))
        .hasStackTraceContaining("none.sql");
    assertThatThrownBy(() -> rig.camel().getEndpoint("group-sql:classpath:groupsql/bare-name.sql"))
        .hasStackTraceContaining("would be looked up in headers");
    assertThatThrownBy(() -> rig.camel().getEndpoint(SAVE + "?maxRows=0"))
        .hasStackTraceContaining("maxRows must be at least 1");
  }

  @Test
  void aStatementWhoseRowsCannotBeMatchedFailsWithTheReason() {
    assertThat(
            rig.send("group-sql:classpath:groupsql/no-ordinality.sql", Map.of("id", 1))
                .getException())
        .hasStackTraceContaining("does not return a column ordinality");
    assertThat(rig.send("group-sql:classpath:groupsql/twice.sql", Map.of("id", 1)).getException())
        .hasStackTraceContaining("returned two rows of ordinality 1");
  }

  @Test
  void whatItDoesIsMeasured() throws Exception {
    SimpleMeterRegistry meters = new SimpleMeterRegistry();
    rig.camel().getRegistry().bind("meters", meters);

    rig.saveTogether(SAVE, notes(11, 15));

    assertThat(meters.get("group.sql.batch.rows").summary().totalAmount()).isEqualTo(4);
    assertThat(meters.get("group.sql.wait").timer().count()).isEqualTo(1 + 4 + 4);
    assertThat(meters.get("group.sql.statement").timer().count()).isEqualTo(4);
    assertThat(meters.get("group.sql.failures").tag("kind", "row").counter().count()).isEqualTo(2);
    assertThat(meters.get("group.sql.waiting").gauge().value()).isZero();

    rig.camel().getEndpoint(SAVE).stop();
    assertThat(meters.getMeters()).isEmpty();
  }

  @Test
  void itsHealthIsThatOfTheWayToTheDatabase() {
    GroupWriter writer = rig.writer(SAVE);
    GroupSqlHealthCheck check = new GroupSqlHealthCheck("save-note", writer);
    check.setCamelContext(rig.camel());

    rig.save(SAVE, 1, "a");

    assertThat(check.call().getState()).isEqualTo(HealthCheck.State.UP);
    assertThat(check.call().getDetails()).containsEntry("waiting", 0);
  }

  private static List<Note> notes(long first, long last) {
    return LongStream.rangeClosed(first, last).mapToObj(id -> new Note(id, "text " + id)).toList();
  }

  private static String state(Exchange exchange) {
    assertThat(exchange.getException()).isInstanceOf(GroupSqlException.class);
    return ((SQLException) exchange.getException().getCause()).getSQLState();
  }
}
