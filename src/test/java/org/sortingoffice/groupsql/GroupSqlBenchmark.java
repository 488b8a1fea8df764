package org.sortingoffice.groupsql;

import com.sun.management.OperatingSystemMXBean;
import com.zaxxer.hikari.HikariDataSource;
import java.lang.management.ManagementFactory;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import javax.sql.DataSource;
import org.apache.camel.ProducerTemplate;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.impl.DefaultCamelContext;
import org.sortingoffice.database.ConnectionPool;
import org.sortingoffice.database.TestDatabase;
import org.sortingoffice.testing.TestRows;

/**
 * Rows a second that callers save through group-sql and through sql, interleaved, in one run. Not a
 * test: run it by hand. Every round counts in the database what was saved.
 *
 * <pre>mvn -q test-compile exec:java -Dexec.classpathScope=test
 *   -Dexec.mainClass=org.sortingoffice.groupsql.GroupSqlBenchmark -Dexec.args="64 4 3"</pre>
 *
 * Arguments: callers, seconds of each measurement, rounds.
 */
public final class GroupSqlBenchmark {
  private final ProducerTemplate template;
  private final TestRows rows;
  private final AtomicLong ids = new AtomicLong(1_000);
  private double lastCpuMicros;
  private double lastRowsPerCommit;

  private GroupSqlBenchmark(ProducerTemplate template, TestRows rows) {
    this.template = template;
    this.rows = rows;
  }

  public static void main(String[] arguments) throws Exception {
    int callers = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 64;
    int seconds = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 4;
    int rounds = arguments.length > 2 ? Integer.parseInt(arguments[2]) : 3;
    String name = "group_sql_benchmark";
    try (HikariDataSource pool =
            ConnectionPool.to(TestDatabase.fresh(name), name).withSize(16).open();
        DefaultCamelContext camel = new DefaultCamelContext()) {
      camel.getRegistry().bind("database", DataSource.class, pool);
      camel.addRoutes(
          new RouteBuilder() {
            @Override
            public void configure() {
              from("direct:group").to(GroupSqlRig.SAVE);
              from("direct:group2").to(GroupSqlRig.SAVE + "?writers=2");
              from("direct:single")
                  .to(
                      "sql:insert into notes (id, text) values (:#${body[id]}::bigint, :#${body[text]}::text)"
                          + " on conflict (id) do nothing"
                          + "?dataSource=#database&parametersCount=2");
            }
          });
      TestRows rows = new TestRows(pool);
      rows.change("create table notes (id bigint primary key, text text)");
      camel.start();
      GroupSqlBenchmark benchmark = new GroupSqlBenchmark(camel.createProducerTemplate(), rows);
      for (int round = 0; round <= rounds; round++) {
        for (String way : new String[] {"direct:single", "direct:group", "direct:group2"}) {
          double many = benchmark.rate(way, callers, seconds);
          double cpu = benchmark.lastCpuMicros;
          double share = benchmark.lastRowsPerCommit;
          double alone = benchmark.rate(way, 1, Math.max(1, seconds / 2));
          System.out.printf(
              Locale.ROOT,
              "%s %-14s %8.0f rows/s at %d callers (%.0f us CPU of the JVM a row, %.0f rows a"
                  + " commit), %6.0f alone%n",
              round == 0 ? "warm-up" : "round " + round,
              way,
              many,
              callers,
              cpu,
              share,
              alone);
        }
      }
    }
    System.exit(0);
  }

  private double rate(String way, int callers, int seconds) throws InterruptedException {
    rows.change("truncate notes");
    AtomicLong saved = new AtomicLong();
    CountDownLatch ended = new CountDownLatch(callers);
    long cpu = cpuNanos();
    long statements = commits();
    long start = System.nanoTime();
    long end = start + seconds * 1_000_000_000L;
    for (int i = 0; i < callers; i++) {
      new Thread(
              () -> {
                while (System.nanoTime() < end) {
                  save(way);
                  saved.incrementAndGet();
                }
                ended.countDown();
              })
          .start();
    }
    ended.await();
    double elapsed = (System.nanoTime() - start) / 1e9;
    if (rows.count("notes") != saved.get()) {
      throw new AssertionError(saved.get() + " calls, but " + rows.count("notes") + " rows");
    }
    lastCpuMicros = (cpuNanos() - cpu) / 1e3 / saved.get();
    lastRowsPerCommit = (double) saved.get() / (commits() - statements);
    return saved.get() / elapsed;
  }

  private static long cpuNanos() {
    return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
        .getProcessCpuTime();
  }

  private long commits() {
    rows.value("select pg_stat_force_next_flush()");
    return ((Number)
            rows.value(
                "select xact_commit from pg_stat_database where datname = current_database()"))
        .longValue();
  }

  private void save(String way) {
    Map<String, Object> note = new HashMap<>();
    note.put("id", ids.incrementAndGet());
    note.put(
        "text", "{\"team\": \"billing\", \"priority\": 2, \"why\": \"a text of usual length\"}");
    template.sendBody(way, note);
  }
}
