package org.sortingoffice.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

class MigrationsTest {
  @Test
  void runsWhatIsMissingAndNothingTwice() {
    DataSource dataSource = TestDatabase.freshDataSource("migrations_steps");
    assertThat(migrations("one").apply(dataSource)).isEqualTo(new Migrations.Outcome(1, "1"));
    assertThat(migrations("two").apply(dataSource)).isEqualTo(new Migrations.Outcome(1, "2"));
    assertThat(migrations("two").apply(dataSource)).isEqualTo(new Migrations.Outcome(0, "2"));
  }

  @Test
  void severalAtOnceRunEachMigrationOnce() throws Exception {
    DatabaseAddress address = TestDatabase.fresh("migrations_at_once");
    int starters = 4;
    CyclicBarrier together = new CyclicBarrier(starters);
    ExecutorService threads = Executors.newFixedThreadPool(starters);
    try {
      List<CompletableFuture<Migrations.Outcome>> outcomes =
          Stream.generate(
                  () ->
                      CompletableFuture.supplyAsync(
                          () -> {
                            DataSource own = TestDatabase.dataSource(address);
                            await(together);
                            return migrations("slow").apply(own);
                          },
                          threads))
              .limit(starters)
              .toList();
      assertThat(outcomes.stream().map(CompletableFuture::join).map(Migrations.Outcome::version))
          .containsOnly("1");
      assertThat(outcomes.stream().mapToInt(o -> o.join().applied()).sum()).isEqualTo(1);
      assertThat(ask(TestDatabase.dataSource(address), "select count(*) from runs")).isEqualTo("1");
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void aNewerSchemaThanThisBuildKnowsIsRefused() {
    DataSource dataSource = TestDatabase.freshDataSource("migrations_newer");
    migrations("two").apply(dataSource);
    assertThatExceptionOfType(DatabaseStartFailure.class)
        .isThrownBy(() -> migrations("one").apply(dataSource))
        .withMessage(
            "The database holds schema version 2, this build knows versions up to 1: start the newer"
                + " build that wrote it, or use another database.");
  }

  @Test
  void aMigrationThatFailsLeavesNothingBehindAndIsNamed() throws Exception {
    DataSource dataSource = TestDatabase.freshDataSource("migrations_broken");
    assertThatExceptionOfType(DatabaseStartFailure.class)
        .isThrownBy(() -> migrations("broken").apply(dataSource))
        .withMessageContaining("V1__broken.sql")
        .withMessageContaining("there_is_no_such_table");
    assertThat(ask(dataSource, "select to_regclass('half')")).isNull();
  }

  @Test
  void aDatabaseInWhichSomethingElseLivesIsLeftAlone() throws Exception {
    DataSource dataSource = TestDatabase.freshDataSource("migrations_occupied");
    try (Connection connection = dataSource.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("create table someone_elses (id integer)");
    }
    assertThatExceptionOfType(DatabaseStartFailure.class)
        .isThrownBy(() -> migrations("one").apply(dataSource))
        .withMessageContaining("holds tables that are not ours");
    assertThat(ask(dataSource, "select to_regclass('first_of_all')")).isNull();
  }

  /** Found by the torture run: a server that was killed at this moment ended the process. */
  @Test
  void aServerThatGoesAwayInTheMiddleIsTriedAgain() throws Exception {
    DataSource dataSource = TestDatabase.freshDataSource("migrations_cut");
    CompletableFuture<Migrations.Outcome> outcome =
        CompletableFuture.supplyAsync(
            () -> migrations("slow").applyWithin(Duration.ofSeconds(20), dataSource));
    Awaitility.await("the connection that migrates is cut")
        .atMost(Duration.ofSeconds(20))
        .pollInterval(Duration.ofMillis(20))
        .until(
            () ->
                ask(
                        dataSource,
                        "select count(pg_terminate_backend(pid)) from pg_stat_activity"
                            + " where datname = current_database() and query ilike 'select pg_sleep(1.5)%'")
                    .equals("1"));
    assertThat(outcome.get(30, TimeUnit.SECONDS)).isEqualTo(new Migrations.Outcome(1, "1"));
    assertThat(ask(dataSource, "select count(*) from runs")).isEqualTo("1");
  }

  private static Migrations migrations(String name) {
    return new Migrations("classpath:org/sortingoffice/database/migrations-" + name);
  }

  private static void await(CyclicBarrier barrier) {
    try {
      barrier.await();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private static String ask(DataSource dataSource, String sql) throws SQLException {
    try (Connection connection = dataSource.getConnection();
        Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      result.next();
      return result.getString(1);
    }
  }
}
