package org.sortingoffice.database;

import java.sql.SQLException;
import java.time.Duration;
import java.util.Arrays;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.CoreErrorCode;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.MigrationInfo;
import org.flywaydb.core.api.MigrationInfoService;
import org.flywaydb.core.api.MigrationVersion;
import org.flywaydb.core.api.exception.FlywayValidateException;
import org.flywaydb.core.api.output.MigrateResult;
import org.flywaydb.core.api.pattern.ValidatePattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings the schema up to this build's version. Several processes may do so at once: Flyway takes
 * an advisory lock that lives as long as a transaction, so the others wait, find nothing left to
 * do, and it also holds through PgBouncer in transaction mode.
 */
public final class Migrations {
  private static final Logger LOG = LoggerFactory.getLogger(Migrations.class);

  /** One try a second: how long a process waits for another one's migrations. */
  private static final int LOCK_TRIES = 300;

  private static final Duration BETWEEN_TRIES = Duration.ofMillis(500);

  private final String location;

  /** The build's own migrations, {@code migrations/V1__....sql} and so on. */
  public Migrations() {
    this("classpath:migrations");
  }

  /** Migrations from elsewhere: a Flyway location such as {@code classpath:migrations}. */
  public Migrations(String location) {
    this.location = location;
  }

  /**
   * What a run did.
   *
   * @param applied how many migrations this call ran
   * @param version the schema's version now, {@code "0"} if there is no migration at all
   */
  public record Outcome(int applied, String version) {}

  /**
   * As {@link #apply}, trying again while the server goes away in the middle of it: what was
   * committed is found there, and the rest was rolled back.
   *
   * @param patience how long it goes on trying
   * @throws DatabaseStartFailure as {@link #apply}; of a server that goes away only when the
   *     patience is over
   */
  public Outcome applyWithin(Duration patience, DataSource dataSource) {
    long deadline = System.nanoTime() + patience.toNanos();
    while (true) {
      try {
        return apply(dataSource);
      } catch (DatabaseStartFailure failure) {
        if (!serverWentAway(failure) || System.nanoTime() > deadline) {
          throw failure;
        }
        LOG.warn("The database went away while its schema was looked at; trying again");
        pause(failure);
      }
    }
  }

  private static boolean serverWentAway(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof SQLException told) {
        return DatabaseUnreachable.isPassing(told);
      }
    }
    return false;
  }

  private static void pause(DatabaseStartFailure failure) {
    try {
      Thread.sleep(BETWEEN_TRIES.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw failure;
    }
  }

  /**
   * Runs what is missing.
   *
   * @throws DatabaseStartFailure if a migration fails, one that ran was changed since, or the
   *     database holds a newer schema than this build knows
   */
  public Outcome apply(DataSource dataSource) {
    Flyway flyway =
        Flyway.configure()
            .dataSource(dataSource)
            .locations(location)
            .failOnMissingLocations(true)
            .validateMigrationNaming(true)
            // Nothing that ran and is unknown here is passed over, newer versions neither.
            .ignoreMigrationPatterns(new ValidatePattern[0])
            .lockRetryCount(LOCK_TRIES)
            .loggers(FlywayWarnings.class.getName())
            .load();
    try {
      Outcome outcome = outcomeOf(flyway.migrate());
      LOG.info(
          "Schema at version {}, {} migration(s) run just now",
          outcome.version(),
          outcome.applied());
      return outcome;
    } catch (FlywayValidateException e) {
      refuseNewerSchema(flyway);
      throw notUpToDate(e);
    } catch (FlywayException e) {
      if (e.getErrorCode() == CoreErrorCode.NON_EMPTY_SCHEMA_WITHOUT_SCHEMA_HISTORY_TABLE) {
        throw new DatabaseStartFailure(
            "The database holds tables that are not ours: create an empty one for the Sorting Office"
                + " and name it in DATABASE_URL.",
            e);
      }
      throw notUpToDate(e);
    }
  }

  private static Outcome outcomeOf(MigrateResult result) {
    String version =
        result.migrationsExecuted > 0 ? result.targetSchemaVersion : result.initialSchemaVersion;
    return new Outcome(result.migrationsExecuted, version == null ? "0" : version);
  }

  private static DatabaseStartFailure notUpToDate(FlywayException failure) {
    return new DatabaseStartFailure(
        "The database's schema could not be brought up to date: " + failure.getMessage(), failure);
  }

  private static void refuseNewerSchema(Flyway flyway) {
    MigrationInfoService found = flyway.info();
    MigrationInfo current = found.current();
    if (current == null || current.getVersion() == null) {
      return;
    }
    String known =
        Arrays.stream(found.all())
            .filter(m -> m.getState().isResolved())
            .map(MigrationInfo::getVersion)
            .filter(v -> v != null)
            .max(MigrationVersion::compareTo)
            .map(MigrationVersion::getVersion)
            .orElse("0");
    if (current.getVersion().compareTo(MigrationVersion.fromVersion(known)) > 0) {
      throw new DatabaseStartFailure(
          "The database holds schema version "
              + current.getVersion()
              + ", this build knows versions up to "
              + known
              + ": start the newer build that wrote it, or use another database.");
    }
  }
}
