package org.sortingoffice.samples;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
import javax.sql.DataSource;
import org.sortingoffice.database.SqlFile;

/**
 * Empties the database: all tickets and what belongs to them, so that numbering starts again. Only
 * events of the outbox are numbered on, since nobody waits for those who send them.
 *
 * <p>It also starts the deliveries again, and (job, delivery) is the fencing token of whoever holds
 * a job: a worker that still worked for job 1 of old could save its result for the new job 1. So
 * nothing is deleted while anybody holds a lease. Meanwhile the queued jobs are locked, and a claim
 * passes over what is locked: the workers finish what they have and find nothing more. Against a
 * steady stream of new tickets this cannot win, and gives up.
 */
public final class Reset {
  /**
   * Less than the second after which PostgreSQL looks for deadlocks: it is always the reset that
   * gives way and tries again, never a worker or a request.
   */
  private static final String SHORT_LOCK_TIMEOUT = "set local lock_timeout = '300ms'";

  /** Lock not available, and deadlock: somebody else was first. */
  private static final Set<String> GIVES_WAY = Set.of("55P03", "40P01");

  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(100);

  private final DataSource database;
  private final Duration patience;

  /**
   * @param database with its schema up to date
   * @param patience how long to wait for jobs that workers hold; more than a provider call may take
   */
  public Reset(DataSource database, Duration patience) {
    this.database = database;
    this.patience = patience;
  }

  /** How many tickets there are. */
  public long tickets() throws SQLException {
    try (Connection connection = database.getConnection()) {
      return number(connection, SqlFile.read("count-tickets.sql"));
    }
  }

  /**
   * Deletes all tickets and what belongs to them.
   *
   * @param waiting hears how many jobs are held, each time that is waited for
   * @return true when it is done; false when jobs were still held or the tables in use at the end
   *     of all patience, and nothing was changed
   * @throws InterruptedException when the waiting thread is stopped; nothing was changed then
   */
  public boolean run(LongConsumer waiting) throws SQLException, InterruptedException {
    long end = System.nanoTime() + patience.toNanos();
    try (Connection connection = database.getConnection()) {
      connection.setAutoCommit(false);
      while (true) {
        try {
          return emptied(connection, end, waiting);
        } catch (SQLException e) {
          if (!GIVES_WAY.contains(e.getSQLState())) {
            throw e;
          }
          if (System.nanoTime() > end) {
            return false;
          }
        } finally {
          connection.rollback();
        }
        TimeUnit.MILLISECONDS.sleep(BETWEEN_LOOKS.toMillis());
      }
    }
  }

  private static boolean emptied(Connection connection, long end, LongConsumer waiting)
      throws SQLException, InterruptedException {
    String countHeld = SqlFile.read("count-held-jobs.sql");
    try (Statement statement = connection.createStatement()) {
      statement.execute(SHORT_LOCK_TIMEOUT);
      number(connection, SqlFile.read("keep-jobs-queued.sql"));
      for (long held = number(connection, countHeld);
          held > 0;
          held = number(connection, countHeld)) {
        if (System.nanoTime() > end) {
          return false;
        }
        waiting.accept(held);
        TimeUnit.MILLISECONDS.sleep(BETWEEN_LOOKS.toMillis());
        number(connection, SqlFile.read("keep-jobs-queued.sql"));
      }
      statement.execute(SqlFile.read("lock-all-tickets.sql"));
      if (number(connection, countHeld) > 0) {
        // One was claimed just before the lock; from the start again.
        throw new SQLException("a job was claimed in between", "55P03");
      }
      statement.execute(SqlFile.read("empty-tickets.sql"));
      statement.execute(SqlFile.read("empty-outbox.sql"));
      connection.commit();
      return true;
    }
  }

  private static long number(Connection connection, String sql) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql);
        ResultSet row = statement.executeQuery()) {
      row.next();
      return row.getLong(1);
    }
  }
}
