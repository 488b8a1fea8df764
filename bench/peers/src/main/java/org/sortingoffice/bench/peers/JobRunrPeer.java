package org.sortingoffice.bench.peers;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.SQLException;
import java.time.Duration;
import java.util.stream.IntStream;
import org.jobrunr.configuration.JobRunr;
import org.jobrunr.scheduling.JobScheduler;
import org.jobrunr.server.BackgroundJobServerConfiguration;
import org.jobrunr.storage.sql.postgres.PostgresStorageProvider;

/** JobRunr: a background job that inserts three results. */
public final class JobRunrPeer {
  private static HikariDataSource database;
  private static Measure measure;

  private JobRunrPeer() {}

  /** The job; JobRunr calls it by its name. */
  public static void job(int number) throws SQLException {
    Measure.saveResults(database, Integer.toString(number));
    measure.finished();
  }

  public static void main(String[] arguments) throws Exception {
    measure = Measure.of(arguments);
    database = Measure.pool(Measure.setting("pool", 24));
    Measure.createResults(database);
    PostgresStorageProvider storage = new PostgresStorageProvider(database);
    JobRunr.configure().useStorageProvider(storage).useBackgroundJobServerIf(false).initialize();
    new JobScheduler(storage)
        .<Integer>enqueue(IntStream.range(0, measure.jobs).boxed(), number -> job(number));
    Measure.execute(database, "vacuum analyze", "checkpoint");
    JobRunr.configure()
        .useStorageProvider(storage)
        .useBackgroundJobServer(
            BackgroundJobServerConfiguration.usingStandardBackgroundJobServerConfiguration()
                .andWorkerCount(Measure.setting("workers", 32))
                .andPollInterval(Duration.ofMillis(Measure.setting("poll", 5000))))
        .initialize();
    measure.count();
    System.exit(0);
  }
}
