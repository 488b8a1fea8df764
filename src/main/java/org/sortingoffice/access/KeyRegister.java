package org.sortingoffice.access;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.sortingoffice.database.SqlFile;

/** Makes, lists and revokes API keys, each with its line in the audit. */
public final class KeyRegister {
  /** As the table has it: it is shown as the operator, so it must not look like anything else. */
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._@-]{0,63}");

  private static final String UNIQUE_VIOLATION = "23505";

  private final DataSource database;
  private final Random chance;
  private final String operator;

  /**
   * @param chance must be fit for secrets ({@link java.security.SecureRandom})
   * @param operator who does it, for the audit
   */
  public KeyRegister(DataSource database, Random chance, String operator) {
    this.database = database;
    this.chance = chance;
    this.operator = operator;
  }

  /**
   * Whether a key can be called so: 1 to 64 letters, digits, {@code . _ @ -}, the first of them a
   * letter or digit, and not "anyone".
   */
  public static boolean isName(String name) {
    return NAME.matcher(name).matches() && !name.equalsIgnoreCase(Operator.ANYONE);
  }

  /**
   * Makes a key.
   *
   * @return the key, which is nowhere else and cannot be had again
   * @throws NameTaken when a live key is called so
   */
  public Secret create(String name, Collection<Role> roles) throws SQLException {
    Secret key = Secret.newKey(chance);
    String[] labels = roles.stream().sorted().distinct().map(Role::label).toArray(String[]::new);
    try (Connection connection = database.getConnection();
        PreparedStatement statement =
            connection.prepareStatement(SqlFile.read("create-api-key.sql"))) {
      statement.setString(1, name);
      statement.setBytes(2, key.sha256());
      statement.setArray(3, connection.createArrayOf("text", labels));
      statement.setString(4, operator);
      statement.executeUpdate();
    } catch (SQLException failure) {
      if (UNIQUE_VIOLATION.equals(failure.getSQLState())) {
        throw new NameTaken(name);
      }
      throw failure;
    }
    return key;
  }

  /** All keys, those that can be used first. */
  public List<Entry> list() throws SQLException {
    List<Entry> entries = new ArrayList<>();
    try (Connection connection = database.getConnection();
        PreparedStatement statement =
            connection.prepareStatement(SqlFile.read("list-api-keys.sql"));
        ResultSet row = statement.executeQuery()) {
      while (row.next()) {
        entries.add(
            new Entry(
                row.getString("name"),
                Role.read(row.getArray("roles")),
                row.getObject("created_at", OffsetDateTime.class),
                row.getString("created_by"),
                row.getObject("last_used_at", OffsetDateTime.class),
                row.getObject("revoked_at", OffsetDateTime.class),
                row.getString("revoked_by")));
      }
    }
    return entries;
  }

  /**
   * Revokes the live key of this name; running processes notice within about a second.
   *
   * @return false when there is none
   */
  public boolean revoke(String name) throws SQLException {
    try (Connection connection = database.getConnection();
        PreparedStatement statement =
            connection.prepareStatement(SqlFile.read("revoke-api-key.sql"))) {
      statement.setString(1, operator);
      statement.setString(2, name);
      return statement.executeUpdate() == 1;
    }
  }

  /**
   * What is known of a key.
   *
   * @param lastUsedAt to about five minutes; null when it never was
   * @param revokedAt null when it can be used
   * @param revokedBy null when it can be used
   */
  public record Entry(
      String name,
      Set<Role> roles,
      OffsetDateTime createdAt,
      String createdBy,
      OffsetDateTime lastUsedAt,
      OffsetDateTime revokedAt,
      String revokedBy) {}

  /** A live key has this name already. */
  public static final class NameTaken extends RuntimeException {
    private static final long serialVersionUID = 1L;

    NameTaken(String name) {
      super("There is a key named %s already.".formatted(name));
    }
  }
}
