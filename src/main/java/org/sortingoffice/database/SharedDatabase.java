package org.sortingoffice.database;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * The embedded database for a command that comes and goes: the server of the Sorting Office that is
 * running on the folder, or, when there is none, a server of its own for the time it takes.
 */
public final class SharedDatabase implements AutoCloseable {
  private static final Duration BETWEEN_TRIES = Duration.ofMillis(200);

  private final DatabaseAddress address;
  private final EmbeddedDatabase own;

  private SharedDatabase(DatabaseAddress address, EmbeddedDatabase own) {
    this.address = address;
    this.own = own;
  }

  /**
   * Joins the server on the folder, or starts one. Whoever holds the folder may itself just be
   * starting or stopping: then this waits.
   *
   * @param dataDirectory made if it does not exist
   * @param patience how long to wait for a server that is not ready
   * @throws DatabaseStartFailure if the folder is held by a process whose server does not get
   *     ready, or the server does not start
   */
  public static SharedDatabase open(Path dataDirectory, Duration patience) {
    long end = System.nanoTime() + patience.toNanos();
    while (true) {
      try {
        EmbeddedDatabase own = EmbeddedDatabase.start(dataDirectory);
        return new SharedDatabase(own.address(), own);
      } catch (DataFolderInUse inUse) {
        Optional<DatabaseAddress> running = EmbeddedDatabase.runningOn(dataDirectory);
        if (running.isPresent()) {
          return new SharedDatabase(running.get(), null);
        }
        if (System.nanoTime() > end) {
          throw new DatabaseStartFailure(
              "The Sorting Office that is running on "
                  + dataDirectory
                  + " has no database that answers; look at what it says, then try again.",
              inUse);
        }
        pause(inUse);
      }
    }
  }

  /** Where it is. */
  public DatabaseAddress address() {
    return address;
  }

  /** Whether the server belongs to another process, which goes on when this is closed. */
  public boolean joined() {
    return own == null;
  }

  /** Stops the server if it is our own, and leaves another's alone. */
  @Override
  public void close() {
    if (own != null) {
      own.close();
    }
  }

  private static void pause(DataFolderInUse failure) {
    try {
      Thread.sleep(BETWEEN_TRIES.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw failure;
    }
  }
}
