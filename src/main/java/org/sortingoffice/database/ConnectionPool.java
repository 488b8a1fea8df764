package org.sortingoffice.database;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Properties;

/**
 * What a pool of connections shall be like; {@link #open()} makes it. Nothing is set per session
 * (no SET, no {@code options}), so that it also works through PgBouncer in transaction mode.
 *
 * @param address where to
 * @param name seen in thread names, metrics and {@code pg_stat_activity.application_name}
 * @param size connections at most, all kept open
 * @param connectionTimeout how long a caller waits for a free connection before it fails
 * @param startTimeout how long {@link #open()} goes on trying while the server is not yet there;
 *     zero: one try
 * @param socketTimeout a connection whose answer takes longer is given up as dead; zero: never
 * @param prepareThreshold at which execution pgjdbc keeps a statement prepared in the server; 0 for
 *     a PgBouncer with {@code max_prepared_statements=0}. The same name in the URL wins.
 */
public record ConnectionPool(
    DatabaseAddress address,
    String name,
    int size,
    Duration connectionTimeout,
    Duration startTimeout,
    Duration socketTimeout,
    int prepareThreshold) {
  /** From the first packet to a session that takes statements. */
  private static final Duration LOGIN_TIMEOUT = Duration.ofSeconds(10);

  private static final Duration BETWEEN_TRIES = Duration.ofMillis(500);

  /** 10 connections, 3 s to wait for one, one try at the start, 60 s for an answer. */
  public static ConnectionPool to(DatabaseAddress address, String name) {
    return new ConnectionPool(
        address, name, 10, Duration.ofSeconds(3), Duration.ZERO, Duration.ofSeconds(60), 1);
  }

  /** With another number of connections. */
  public ConnectionPool withSize(int connections) {
    return new ConnectionPool(
        address,
        name,
        connections,
        connectionTimeout,
        startTimeout,
        socketTimeout,
        prepareThreshold);
  }

  /** With another wait for a free connection. */
  public ConnectionPool withConnectionTimeout(Duration timeout) {
    return new ConnectionPool(
        address, name, size, timeout, startTimeout, socketTimeout, prepareThreshold);
  }

  /** Trying longer at the start: the database may come up after us. */
  public ConnectionPool withStartTimeout(Duration timeout) {
    return new ConnectionPool(
        address, name, size, connectionTimeout, timeout, socketTimeout, prepareThreshold);
  }

  /** With another time after which a silent server is given up. */
  public ConnectionPool withSocketTimeout(Duration timeout) {
    return new ConnectionPool(
        address, name, size, connectionTimeout, startTimeout, timeout, prepareThreshold);
  }

  /** With another threshold for prepared statements. */
  public ConnectionPool withPrepareThreshold(int threshold) {
    return new ConnectionPool(
        address, name, size, connectionTimeout, startTimeout, socketTimeout, threshold);
  }

  /**
   * Connects and returns the pool, which the caller closes.
   *
   * @throws DatabaseUnreachable if no connection can be made within the start timeout; a wrong
   *     password or a missing database fails at once
   */
  public HikariDataSource open() {
    long deadline = System.nanoTime() + startTimeout.toNanos();
    while (true) {
      try {
        return tryToOpen();
      } catch (DatabaseUnreachable failure) {
        if (!failure.mayPass() || System.nanoTime() + BETWEEN_TRIES.toNanos() > deadline) {
          throw failure;
        }
        pause(failure);
      }
    }
  }

  private HikariDataSource tryToOpen() {
    try {
      // Tried by the driver alone first: the pool would log the stack trace of every failed try.
      connect().close();
    } catch (SQLException e) {
      throw new DatabaseUnreachable(address, e);
    }
    HikariConfig config = new HikariConfig();
    config.setPoolName(name);
    config.setJdbcUrl(address.jdbcUrl());
    config.setDataSourceProperties(driverProperties());
    config.setMaximumPoolSize(size);
    config.setConnectionTimeout(connectionTimeout.toMillis());
    config.setKeepaliveTime(Duration.ofMinutes(2).toMillis());
    config.setMaxLifetime(Duration.ofMinutes(30).toMillis());
    config.setInitializationFailTimeout(1);
    try {
      return new HikariDataSource(config);
    } catch (RuntimeException e) {
      if (e.getCause() instanceof SQLException cause) {
        throw new DatabaseUnreachable(address, cause);
      }
      throw e;
    }
  }

  /**
   * A single connection with these properties, outside any pool.
   *
   * @throws SQLException when it cannot be made
   */
  public Connection connect() throws SQLException {
    Driver driver = new org.postgresql.Driver();
    return driver.connect(address.jdbcUrl(), driverProperties());
  }

  private Properties driverProperties() {
    Properties properties = new Properties();
    properties.setProperty("user", address.user());
    if (!address.password().isEmpty()) {
      properties.setProperty("password", address.password());
    }
    properties.setProperty("ApplicationName", name);
    properties.setProperty("prepareThreshold", Integer.toString(prepareThreshold));
    properties.setProperty("connectTimeout", seconds(connectionTimeout));
    properties.setProperty("socketTimeout", seconds(socketTimeout));
    // The driver's other limits begin anew at each step of the way in: a host that accepts and
    // stays
    // silent would hold a start, and its stop, for a minute.
    properties.setProperty("loginTimeout", seconds(LOGIN_TIMEOUT));
    properties.setProperty("tcpKeepAlive", "true");
    return properties;
  }

  private static String seconds(Duration duration) {
    return Long.toString(duration.plusMillis(999).toSeconds());
  }

  private static void pause(DatabaseUnreachable failure) {
    try {
      Thread.sleep(BETWEEN_TRIES.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw failure;
    }
  }
}
