package org.sortingoffice.office;

import com.zaxxer.hikari.HikariDataSource;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sortingoffice.database.ConnectionPool;
import org.sortingoffice.database.DatabaseAddress;
import org.sortingoffice.database.EmbeddedDatabase;
import org.sortingoffice.database.Migrations;
import org.sortingoffice.database.SharedDatabase;
import org.sortingoffice.simulator.Simulator;
import org.sortingoffice.simulator.SimulatorSettings;

/**
 * What the routes stand on: a migrated database and a provider. Where the settings name none, they
 * are brought up here: the embedded PostgreSQL and the simulator.
 */
public final class Foundations implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Foundations.class);

  private final Deque<AutoCloseable> toClose = new ArrayDeque<>();
  private DatabaseAddress address;
  private HikariDataSource database;
  private HikariDataSource leaseDatabase;
  private HikariDataSource deskDatabase;
  private Simulator simulator;
  private String providerUrl;
  private String fallbackUrl;
  private Path dataDirectory;
  private boolean joined;

  private Foundations() {}

  static Foundations lay(Settings settings, List<String> roles) {
    Foundations foundations = new Foundations();
    try {
      foundations.openDatabase(settings);
      if (roles.contains("worker")) {
        foundations.connectForLeases(settings);
      }
      if (roles.contains("api") || roles.contains("console")) {
        foundations.connectForDesk(settings);
      }
      foundations.findProvider(settings, roles);
      return foundations;
    } catch (RuntimeException failure) {
      foundations.close();
      throw failure;
    }
  }

  /**
   * Only a migrated database, as the settings in the environment and application.properties name
   * it.
   *
   * @throws StartupFailure when it cannot be had
   */
  public static Foundations ofDatabaseOnly() {
    Foundations foundations = new Foundations();
    try {
      Settings settings = Settings.read(Map.of());
      foundations.openDatabase(settings);
      return foundations;
    } catch (RuntimeException failure) {
      foundations.close();
      throw new StartupDiagnosis(text -> Optional.empty()).of(failure);
    }
  }

  /**
   * Only a migrated database, for a command that comes and goes: when an office is running on the
   * embedded one, its server is joined.
   *
   * @throws StartupFailure when it cannot be had
   */
  public static Foundations ofSharedDatabase(Settings settings) {
    Foundations foundations = new Foundations();
    try {
      if (settings.text("database.url").isEmpty()) {
        foundations.shareEmbedded(settings);
        foundations.connect(settings);
      } else {
        foundations.openDatabase(settings);
      }
      return foundations;
    } catch (RuntimeException failure) {
      foundations.close();
      throw new StartupDiagnosis(text -> Optional.empty()).of(failure);
    }
  }

  private void shareEmbedded(Settings settings) {
    dataDirectory = Path.of(settings.text("data.dir"));
    SharedDatabase shared =
        SharedDatabase.open(dataDirectory, settings.seconds("database.start.seconds"));
    toClose.push(shared);
    address = shared.address();
    joined = shared.joined();
  }

  private void openDatabase(Settings settings) {
    String url = settings.text("database.url");
    if (url.isEmpty()) {
      dataDirectory = Path.of(settings.text("data.dir"));
      EmbeddedDatabase embedded = EmbeddedDatabase.start(dataDirectory);
      toClose.push(embedded);
      address = embedded.address();
    } else {
      address = named(DatabaseAddress.parse(url), settings);
    }
    connect(settings);
  }

  private void connect(Settings settings) {
    database =
        ConnectionPool.to(address, "sorting-office")
            .withSize(settings.number("database.pool.size", 2, 1_000))
            .withStartTimeout(settings.seconds("database.start.seconds"))
            .open();
    toClose.push(database);
    new Migrations().applyWithin(settings.seconds("database.start.seconds"), database);
  }

  // One that hangs is given up early enough for another try before the lease ends.
  private void connectForLeases(Settings settings) {
    Duration patience = settings.seconds("lease.renew.seconds");
    Duration most = Duration.ofSeconds(3);
    leaseDatabase =
        ConnectionPool.to(address, "sorting-office-leases")
            .withSize(1)
            .withConnectionTimeout(patience.compareTo(most) < 0 ? patience : most)
            .withSocketTimeout(patience)
            .withStartTimeout(settings.seconds("database.start.seconds"))
            .open();
    toClose.push(leaseDatabase);
  }

  // Each query of the desk is planned for its own filter, so nothing is prepared for all of them.
  private void connectForDesk(Settings settings) {
    deskDatabase =
        ConnectionPool.to(address, "sorting-office-desk")
            .withSize(settings.number("desk.pool.size", 1, 1_000))
            .withPrepareThreshold(0)
            .withStartTimeout(settings.seconds("database.start.seconds"))
            .open();
    toClose.push(deskDatabase);
  }

  private static DatabaseAddress named(DatabaseAddress address, Settings settings) {
    String user = settings.text("database.user");
    return user.isEmpty()
        ? address
        : new DatabaseAddress(address.jdbcUrl(), user, settings.text("database.password"));
  }

  private void findProvider(Settings settings, List<String> roles) {
    providerUrl = settings.text("provider.url");
    if (providerUrl.isEmpty() && roles.contains("worker")) {
      simulator = Simulator.start(SimulatorSettings.defaults());
      toClose.push(simulator);
      providerUrl = simulator.baseUrl().toString();
    }
    providerUrl = withoutSlash(providerUrl);
    fallbackUrl = withoutSlash(settings.text("provider.fallback.url"));
  }

  private static String withoutSlash(String url) {
    String shorter = url;
    while (shorter.endsWith("/")) {
      shorter = shorter.substring(0, shorter.length() - 1);
    }
    return shorter;
  }

  /** The database in words, for the person at the terminal. */
  public String describeDatabase() {
    return dataDirectory == null
        ? address.shown()
        : "embedded PostgreSQL"
            + (joined ? " of the office that is running" : "")
            + ", its data in "
            + dataDirectory.toAbsolutePath();
  }

  /** Whether the database is the embedded one and was started here, so that it stops with us. */
  public boolean ownsDatabase() {
    return dataDirectory != null && !joined;
  }

  /** The provider in words, for the person at the terminal. */
  public String describeProvider() {
    String first = simulator == null ? providerUrl : "simulator at " + providerUrl;
    return fallbackUrl.isEmpty() ? first : first + ", or " + fallbackUrl;
  }

  /** Where the database is; without its password when printed. */
  public DatabaseAddress address() {
    return address;
  }

  /** The pool that the routes use. */
  public HikariDataSource database() {
    return database;
  }

  /**
   * A connection outside the pools, to listen on.
   *
   * @throws SQLException when the database cannot be reached
   */
  public Connection openLine() throws SQLException {
    return ConnectionPool.to(address, "sorting-office-listen").connect();
  }

  /** A single connection for leases, so that a busy pool cannot keep them waiting; workers only. */
  public HikariDataSource leaseDatabase() {
    return leaseDatabase;
  }

  /**
   * A few connections for what people look at, so that however much they look they take none from
   * intake and work; where API or console are served only.
   */
  public HikariDataSource deskDatabase() {
    return deskDatabase;
  }

  /** The provider's base URL, with its /v1 and without a slash at its end. */
  public String providerUrl() {
    return providerUrl;
  }

  /** The base URL of the provider to fall back to, as {@link #providerUrl}; empty when none. */
  public String fallbackUrl() {
    return fallbackUrl;
  }

  /** The simulator that was started here, or null when the settings name a provider. */
  public Simulator simulator() {
    return simulator;
  }

  @Override
  public void close() {
    while (!toClose.isEmpty()) {
      AutoCloseable next = toClose.pop();
      try {
        next.close();
      } catch (Exception failure) {
        LOG.warn("{} did not close well", next.getClass().getSimpleName(), failure);
      }
    }
  }
}
