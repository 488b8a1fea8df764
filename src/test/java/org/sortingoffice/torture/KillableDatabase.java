package org.sortingoffice.torture;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.sortingoffice.database.DatabaseAddress;
import org.sortingoffice.database.DatabaseStartFailure;
import org.sortingoffice.database.EmbeddedDatabase;

/**
 * A PostgreSQL server, a process of its own on a data folder and a port that stay the same, whoever
 * kills it.
 */
final class KillableDatabase implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final Path folder;
  private final int port = ChildJvm.freePort();
  private EmbeddedDatabase server;

  private KillableDatabase(Path folder) {
    this.folder = folder;
  }

  /** Makes a new cluster in the folder and starts its server. */
  static KillableDatabase start(Path folder) throws IOException {
    KillableDatabase database = new KillableDatabase(folder);
    // The first start makes the cluster, at a port of its own choice.
    EmbeddedDatabase.start(folder).close();
    database.startServer();
    return database;
  }

  /** The same after every start. */
  synchronized DatabaseAddress address() {
    return server.address();
  }

  synchronized boolean isUp() throws IOException {
    return postmaster().isPresent();
  }

  /** Signal 9 for the server's first process; the others follow it by themselves. */
  synchronized void kill() throws IOException {
    ProcessHandle postmaster = postmaster().orElseThrow();
    postmaster.destroyForcibly();
    awaitEndOf(postmaster);
  }

  /** As {@code pg_ctl stop -m immediate}: all connections end, nothing is written out. */
  synchronized void stopImmediately() throws IOException, InterruptedException {
    ProcessHandle postmaster = postmaster().orElseThrow();
    Signals.quit(postmaster.pid());
    awaitEndOf(postmaster);
  }

  /** Starts the server again on its data. */
  synchronized void restart() throws IOException {
    server.close();
    startServer();
  }

  @Override
  public synchronized void close() {
    server.close();
  }

  // A start chooses the port that the options of the last one name.
  private void startServer() throws IOException {
    Path cluster = folder.resolve("postgres");
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (true) {
      Files.writeString(cluster.resolve("postmaster.opts"), "postgres -c port=" + port + "\n");
      try {
        server = EmbeddedDatabase.start(folder);
      } catch (DatabaseStartFailure processesOfTheFormerServerHaveNotEnded) {
        if (System.nanoTime() > end) {
          throw processesOfTheFormerServerHaveNotEnded;
        }
        continue;
      }
      if (server.jdbcUrl().contains(":" + port + "/")) {
        return;
      }
      server.close();
      if (System.nanoTime() > end) {
        throw new IllegalStateException("PostgreSQL cannot have its port " + port + " again");
      }
    }
  }

  private static void awaitEndOf(ProcessHandle process) {
    await("PostgreSQL ends").atMost(PATIENCE).until(() -> !process.isAlive());
  }

  private Optional<ProcessHandle> postmaster() throws IOException {
    Path file = folder.resolve("postgres").resolve("postmaster.pid");
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    long pid = Long.parseLong(Files.readAllLines(file).get(0).strip());
    return ProcessHandle.of(pid).filter(ProcessHandle::isAlive);
  }
}
