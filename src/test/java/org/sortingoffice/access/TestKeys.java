package org.sortingoffice.access;

import java.security.SecureRandom;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.sortingoffice.database.DatabaseAddress;
import org.sortingoffice.database.TestDatabase;

/** Keys for tests, in a database that an office runs on or will. */
public final class TestKeys {
  private final KeyRegister register;

  public TestKeys(DatabaseAddress address) {
    this.register =
        new KeyRegister(TestDatabase.dataSource(address), new SecureRandom(), "command-line:test");
  }

  /** Makes a key and returns it as its owner has it. */
  public String create(String name, String... roles) {
    try {
      return register
          .create(name, List.of(roles).stream().flatMap(r -> Role.parse(r).stream()).toList())
          .text();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  public void revoke(String name) {
    try {
      if (!register.revoke(name)) {
        throw new IllegalStateException("no key " + name);
      }
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The settings that lead an office to this database. */
  public static Map<String, String> settings(DatabaseAddress address) {
    return Map.of(
        "http.port", "0",
        "app.roles", "api",
        "database.url", address.jdbcUrl(),
        "database.user", address.user(),
        "database.password", address.password());
  }
}
