package org.sortingoffice.access;

import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sortingoffice.database.SqlFile;
import org.sortingoffice.http.ProblemException;
import org.sortingoffice.http.Problems;

/**
 * All keys, as they were read at most a second ago. Reading them all together once a second is
 * cheaper than asking for one with each request: the intake makes thousands of requests in a
 * second, and a made or revoked key counts everywhere a second later all the same.
 *
 * <p>The first request after that second reads them anew, the others go on with what is there. When
 * the database does not answer, what is known is good for ten seconds; then nobody is let in, since
 * a key might have been revoked.
 */
public final class KeyRing {
  private static final Logger LOG = LoggerFactory.getLogger(KeyRing.class);

  private static final long FRESH = Duration.ofSeconds(1).toNanos();
  private static final long GOOD = Duration.ofSeconds(10).toNanos();

  /** How long a request waits for another that reads. */
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final String select = SqlFile.read("api-keys.sql");
  private final String noteUse = SqlFile.read("note-key-use.sql");
  private final Set<Long> used = ConcurrentHashMap.newKeySet();
  private final ReentrantLock reading = new ReentrantLock();
  private final DataSource database;
  private final LongSupplier nanoTime;
  private volatile Keys keys;
  private volatile long triedAt;

  /**
   * Reads the keys.
   *
   * @param nanoTime as {@link System#nanoTime()}
   * @throws SQLException when they cannot be read
   */
  public KeyRing(DataSource database, LongSupplier nanoTime) throws SQLException {
    this.database = database;
    this.nanoTime = nanoTime;
    this.keys = read();
  }

  /**
   * Whether no key was ever made, so that everybody may do everything. Revoking the last key does
   * not lead back to that.
   */
  public boolean isEmpty() {
    return now().isEmpty();
  }

  /** Whose key this is; nobody's when it is unknown or revoked. */
  public Optional<Operator> find(Secret key) {
    return find(key, now());
  }

  /** The key that is written so; none when it is unknown or revoked. */
  Optional<Key> findKey(Secret secret) {
    return findKey(secret, now());
  }

  Optional<Operator> find(Secret key, Keys among) {
    return findKey(key, among).map(Key::operator);
  }

  private Optional<Key> findKey(Secret secret, Keys among) {
    Key key = among.byHash.get(ByteBuffer.wrap(secret.sha256()));
    if (key != null && key.useIsOld) {
      used.add(key.id);
    }
    return Optional.ofNullable(key);
  }

  /** What was read last, however long ago, when the database cannot be asked. */
  Keys lastKnown() {
    try {
      return now();
    } catch (ProblemException away) {
      return keys;
    }
  }

  /**
   * The keys as of now, or of the last seconds.
   *
   * @throws ProblemException 503 when they cannot be read
   */
  Keys now() {
    Keys known = keys;
    if (age(known.readAt) < FRESH) {
      return known;
    }
    boolean good = age(known.readAt) < GOOD;
    if (good && age(triedAt) < FRESH) {
      return known;
    }
    return lock(good) ? readAnew(good) : known;
  }

  /** True when this thread is to read; false when what is known will do. */
  private boolean lock(boolean good) {
    try {
      if (good ? reading.tryLock() : reading.tryLock(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
        return true;
      }
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
    if (good) {
      return false;
    }
    throw Problems.DATABASE_UNAVAILABLE.toException();
  }

  private Keys readAnew(boolean good) {
    try {
      boolean readMeanwhile = age(keys.readAt) < FRESH;
      if (!readMeanwhile && !good && age(triedAt) < FRESH) {
        throw Problems.DATABASE_UNAVAILABLE.toException();
      }
      if (!readMeanwhile) {
        keys = read();
      }
    } catch (SQLException failure) {
      LOG.debug("the keys cannot be read", failure);
      if (!good) {
        throw Problems.DATABASE_UNAVAILABLE.toException();
      }
    } finally {
      triedAt = nanoTime.getAsLong();
      reading.unlock();
    }
    return keys;
  }

  private Keys read() throws SQLException {
    long readAt = nanoTime.getAsLong();
    try (Connection connection = database.getConnection()) {
      noteUse(connection);
      try (PreparedStatement statement = connection.prepareStatement(select);
          ResultSet row = statement.executeQuery()) {
        Map<ByteBuffer, Key> byHash = new HashMap<>();
        boolean hadSome = false;
        while (row.next()) {
          hadSome = true;
          if (!row.getBoolean("revoked")) {
            byHash.put(
                ByteBuffer.wrap(row.getBytes("key_sha256")),
                new Key(
                    row.getLong("id"),
                    new Operator(row.getString("name"), Role.read(row.getArray("roles"))),
                    row.getBoolean("use_is_old")));
          }
        }
        return new Keys(Map.copyOf(byHash), hadSome, readAt);
      }
    }
  }

  private void noteUse(Connection connection) throws SQLException {
    Long[] ids = used.toArray(Long[]::new);
    if (ids.length == 0) {
      return;
    }
    try (PreparedStatement statement = connection.prepareStatement(noteUse)) {
      statement.setArray(1, connection.createArrayOf("bigint", ids));
      statement.executeUpdate();
    }
    used.removeAll(Arrays.asList(ids));
  }

  private long age(long moment) {
    return nanoTime.getAsLong() - moment;
  }

  /** A live key. */
  record Key(long id, Operator operator, boolean useIsOld) {}

  /** All that can be used, as they were read at one moment. */
  record Keys(Map<ByteBuffer, Key> byHash, boolean hadSome, long readAt) {
    boolean isEmpty() {
      return !hadSome;
    }
  }
}
