package org.sortingoffice.access;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.Random;
import javax.sql.DataSource;
import org.sortingoffice.database.SqlFile;

/**
 * Who is signed in to the console. A session stands in the database, so that every process knows
 * it, and ends with its time, by signing out, or in the moment in which its key is revoked.
 */
public final class Sessions {
  private final String insert = SqlFile.read("open-session.sql");
  private final String select = SqlFile.read("session.sql");
  private final String delete = SqlFile.read("close-session.sql");
  private final DataSource database;
  private final Random chance;
  private final Duration length;

  /**
   * @param chance must be fit for secrets ({@link java.security.SecureRandom})
   * @param length how long a session lasts
   */
  public Sessions(DataSource database, Random chance, Duration length) {
    this.database = database;
    this.chance = chance;
    this.length = length;
  }

  /** How long a session lasts. */
  Duration length() {
    return length;
  }

  /**
   * Opens a session for the owner of this key, always with a token that nobody has seen before.
   *
   * @return its token; nothing when the key was revoked just now
   */
  Optional<Secret> open(KeyRing.Key key) throws SQLException {
    Secret token = Secret.newToken(chance);
    try (Connection connection = database.getConnection();
        PreparedStatement statement = connection.prepareStatement(insert)) {
      statement.setBytes(1, token.sha256());
      statement.setDouble(2, length.toMillis() / 1_000.0);
      statement.setLong(3, key.id());
      return statement.executeUpdate() == 1 ? Optional.of(token) : Optional.empty();
    }
  }

  /** Whose session this is; nobody's when it is over. */
  Optional<Operator> find(Secret token) throws SQLException {
    try (Connection connection = database.getConnection();
        PreparedStatement statement = connection.prepareStatement(select)) {
      statement.setBytes(1, token.sha256());
      try (ResultSet row = statement.executeQuery()) {
        return row.next()
            ? Optional.of(new Operator(row.getString("name"), Role.read(row.getArray("roles"))))
            : Optional.empty();
      }
    }
  }

  /** Ends a session; one that is over already stays so. */
  void close(Secret token) throws SQLException {
    try (Connection connection = database.getConnection();
        PreparedStatement statement = connection.prepareStatement(delete)) {
      statement.setBytes(1, token.sha256());
      statement.executeUpdate();
    }
  }
}
