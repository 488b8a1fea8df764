package org.sortingoffice.database;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * Real, empty databases for tests, all in one embedded server that starts with the first of them
 * and stops with the JVM. A test class that takes one of its own disturbs no other.
 */
public final class TestDatabase {
  private static final String TEMPLATE = "migrated_template";

  private static EmbeddedDatabase server;
  private static boolean templateIsThere;

  private TestDatabase() {}

  /** A new empty database of this name; one that has it already is dropped. */
  public static DatabaseAddress fresh(String name) {
    return copyOf("template1", name);
  }

  /** A new database of this name with the schema in it, ready at once: a copy of the first one. */
  public static synchronized DatabaseAddress migrated(String name) {
    if (!templateIsThere) {
      new Migrations().apply(dataSource(fresh(TEMPLATE)));
      templateIsThere = true;
    }
    return copyOf(TEMPLATE, name);
  }

  private static DatabaseAddress copyOf(String template, String name) {
    DatabaseAddress main = server().address();
    try (Connection connection =
            DriverManager.getConnection(main.jdbcUrl(), main.user(), main.password());
        Statement statement = connection.createStatement()) {
      statement.execute("DROP DATABASE IF EXISTS \"" + name + "\" WITH (FORCE)");
      statement.execute("CREATE DATABASE \"" + name + "\" TEMPLATE " + template);
    } catch (SQLException e) {
      throw new IllegalStateException("Cannot make database " + name, e);
    }
    return main.withDatabase(name);
  }

  /** As {@link #fresh}, to be used at once; every connection is a new one. */
  public static DataSource freshDataSource(String name) {
    return dataSource(fresh(name));
  }

  /** As {@link #migrated}, to be used at once; every connection is a new one. */
  public static DataSource migratedDataSource(String name) {
    return dataSource(migrated(name));
  }

  /** Unpooled connections to an address. */
  public static DataSource dataSource(DatabaseAddress address) {
    PGSimpleDataSource dataSource = new PGSimpleDataSource();
    dataSource.setURL(address.jdbcUrl());
    dataSource.setUser(address.user());
    dataSource.setPassword(address.password());
    return dataSource;
  }

  private static synchronized EmbeddedDatabase server() {
    if (server == null) {
      Path folder = folder();
      server = EmbeddedDatabase.start(folder);
      Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(folder), "test-database-stop"));
    }
    return server;
  }

  private static Path folder() {
    try {
      Path target = Files.createDirectories(Path.of("target"));
      return Files.createTempDirectory(target, "test-database-");
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void stop(Path folder) {
    server.close();
    try {
      PostgresBinaries.deleteRecursively(folder);
    } catch (IOException e) {
      // It lies below target/, where the next clean takes it away.
    }
  }
}
