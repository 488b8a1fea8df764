package org.sortingoffice.jobs;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.apache.camel.support.service.ServiceSupport;
import org.postgresql.PGConnection;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Wakes the claim of this process when another one tells that there are jobs ({@code
 * announce-jobs.sql}). It only saves waiting: while it hears nothing, because the database is away
 * or a pooler in transaction mode stands between, the claim looks by itself.
 */
public final class JobsListener extends ServiceSupport {
  private static final Logger LOG = LoggerFactory.getLogger(JobsListener.class);
  private static final int LISTEN_MILLIS = 10_000;

  /** Opens a connection that is the listener's own. */
  @FunctionalInterface
  public interface Line {
    /**
     * @throws SQLException when the database cannot be reached
     */
    Connection open() throws SQLException;
  }

  private final Line line;
  private final WakeUp wakeUp;
  private final Duration betweenTries;
  private final String listen;
  private volatile Connection connection;
  private Thread thread;

  /**
   * @param line to the database
   * @param wakeUp is signalled
   * @param betweenTries how long to wait before the line is opened again
   */
  public JobsListener(Line line, WakeUp wakeUp, Duration betweenTries) {
    this.line = line;
    this.wakeUp = wakeUp;
    this.betweenTries = betweenTries;
    try (InputStream file = JobsListener.class.getResourceAsStream("/sql/listen-jobs.sql")) {
      listen = new String(file.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  protected void doStart() {
    thread = new Thread(this::run, "listen-for-jobs");
    thread.setDaemon(true);
    thread.start();
  }

  private void run() {
    while (isRunAllowed()) {
      try (Connection opened = line.open()) {
        connection = opened;
        listen(opened);
      } catch (SQLException away) {
        LOG.debug("not listening for jobs: {}", away.getMessage());
      }
      if (!pause()) {
        return;
      }
    }
  }

  private void listen(Connection opened) throws SQLException {
    try (Statement statement = opened.createStatement()) {
      statement.execute(listen);
    }
    // What was told before is not heard any more.
    wakeUp.signal();
    PGConnection heard = opened.unwrap(PGConnection.class);
    while (isRunAllowed()) {
      if (heard.getNotifications(LISTEN_MILLIS).length > 0) {
        wakeUp.signal();
      } else if (!opened.isValid(LISTEN_MILLIS / 1_000)) {
        throw new SQLException("the line is dead");
      }
    }
  }

  private boolean pause() {
    try {
      Thread.sleep(betweenTries.toMillis());
      return true;
    } catch (InterruptedException stopped) {
      return false;
    }
  }

  /** Cuts the line, which is what ends a wait for the next word. */
  @Override
  protected void doStop() throws SQLException {
    thread.interrupt();
    Connection open = connection;
    if (open != null) {
      open.abort(Runnable::run);
    }
  }
}
