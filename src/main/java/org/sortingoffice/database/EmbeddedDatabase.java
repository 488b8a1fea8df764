package org.sortingoffice.database;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A PostgreSQL server of our own that keeps its data in a folder: {@code postgres/} is the cluster,
 * {@code postgres.log} what the server says, {@code lock} is held by the process that uses the
 * folder.
 *
 * <p>What was committed survives whatever happens to this process or its machine: fsync,
 * synchronous_commit and full_page_writes are on, and a server that says otherwise is not used.
 * When this process is killed, the server lives on as an orphan; the next start on the folder stops
 * it and goes on with its data.
 *
 * <p>No shutdown hook is registered: who starts the server closes it, after everything that uses
 * it.
 */
public final class EmbeddedDatabase implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(EmbeddedDatabase.class);

  private static final String NAME = "sorting_office";
  private static final String CLUSTER = "postgres";
  private static final String PASSWORD_FILE = "sorting-office.password";

  /** What the server must say of itself before anything is entrusted to it. */
  private static final Map<String, String> REQUIRED =
      Map.of(
          "fsync", "on",
          "synchronous_commit", "on",
          "full_page_writes", "on",
          "server_encoding", "UTF8");

  /**
   * A start may fail for a port taken in between, or for an orphan that was itself just starting.
   */
  private static final int START_TRIES = 3;

  /** Seconds; a large write-ahead log to recover takes its time. */
  private static final int START_TIMEOUT = 120;

  /** Seconds for the orderly way to stop, which ends with a checkpoint, before the abrupt one. */
  private static final int STOP_TIMEOUT = 20;

  private static final Pattern LAST_PORT = Pattern.compile("\\bport=(\\d{1,5})\\b");

  private static final long LOG_LIMIT = 10L << 20;

  private final DataFolderLock lock;
  private final Path cluster;
  private final PostgresPrograms programs;
  private final DatabaseAddress address;
  private boolean closed;

  private EmbeddedDatabase(
      DataFolderLock lock, Path cluster, PostgresPrograms programs, DatabaseAddress address) {
    this.lock = lock;
    this.cluster = cluster;
    this.programs = programs;
    this.address = address;
  }

  /**
   * Starts the server on the folder, which is made if it does not exist.
   *
   * @throws DatabaseStartFailure if the folder is in use by another process or cannot be used, or
   *     the server does not start
   */
  public static EmbeddedDatabase start(Path dataDirectory) {
    Path folder = dataDirectory.toAbsolutePath().normalize();
    DataFolderLock lock = null;
    try {
      Files.createDirectories(folder);
      lock = DataFolderLock.take(folder);
      EmbeddedDatabase database = start(folder.toRealPath(), lock);
      lock = null;
      return database;
    } catch (AccessDeniedException e) {
      throw new DatabaseStartFailure(
          "User "
              + System.getProperty("user.name")
              + " may not write "
              + e.getFile()
              + ": change its owner, or choose another folder with DATA_DIR.",
          e);
    } catch (IOException e) {
      throw new DatabaseStartFailure(
          "The data folder " + folder + " cannot be used: " + e + ".", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new DatabaseStartFailure("The start of the database was interrupted.", e);
    } finally {
      release(lock);
    }
  }

  private static EmbeddedDatabase start(Path folder, DataFolderLock lock)
      throws IOException, InterruptedException {
    Path log = folder.resolve("postgres.log");
    Path cluster = folder.resolve(CLUSTER);
    keepSmall(log);
    PostgresPrograms programs =
        new PostgresPrograms(PostgresBinaries.unpacked(folder.resolve("cache")), log);
    if (isAbsent(cluster)) {
      initialise(programs, folder, cluster, log);
    } else {
      refuseOtherVersion(programs, cluster);
    }
    removeUnfinished(folder);
    int port = startServer(programs, cluster, log);
    DatabaseAddress address = addressOf(cluster, port);
    EmbeddedDatabase database = new EmbeddedDatabase(lock, cluster, programs, address);
    try {
      database.verify();
      return database;
    } catch (SQLException e) {
      stop(programs, cluster);
      throw new DatabaseUnreachable(address, e);
    } catch (RuntimeException e) {
      stop(programs, cluster);
      throw e;
    }
  }

  /**
   * The database of a server that already runs on the folder, whoever started it; empty when there
   * is none, or when it is not ready yet.
   *
   * @throws DatabaseStartFailure if the folder cannot be read
   */
  static Optional<DatabaseAddress> runningOn(Path dataDirectory) {
    Path cluster = dataDirectory.toAbsolutePath().normalize().resolve(CLUSTER);
    try {
      Optional<PostmasterFile> file = PostmasterFile.in(cluster);
      OptionalInt port = file.map(PostmasterFile::openPort).orElse(OptionalInt.empty());
      if (port.isEmpty()) {
        return Optional.empty();
      }
      DatabaseAddress address = addressOf(cluster, port.getAsInt());
      connect(address).close();
      return Optional.of(address);
    } catch (AccessDeniedException e) {
      throw new DatabaseStartFailure(
          "User "
              + System.getProperty("user.name")
              + " may not read "
              + e.getFile()
              + ": run this as the user whose Sorting Office is running there.",
          e);
    } catch (IOException e) {
      throw new DatabaseStartFailure(
          "The data folder " + dataDirectory + " cannot be read: " + e + ".", e);
    } catch (SQLException e) {
      // It is just starting, making its database, or stopping.
      LOG.debug("The server on {} takes no connection", dataDirectory, e);
      return Optional.empty();
    }
  }

  private static DatabaseAddress addressOf(Path cluster, int port) throws IOException {
    String password = Files.readString(cluster.resolve(PASSWORD_FILE));
    return new DatabaseAddress("jdbc:postgresql://127.0.0.1:" + port + "/" + NAME, NAME, password);
  }

  /** Where the application finds the server. */
  public DatabaseAddress address() {
    return address;
  }

  /** As {@link DatabaseAddress#jdbcUrl()}. */
  public String jdbcUrl() {
    return address.jdbcUrl();
  }

  /** The role to log in as, a superuser. */
  public String user() {
    return address.user();
  }

  /** Made by chance when the cluster was; kept inside it. */
  public String password() {
    return address.password();
  }

  /**
   * Stops the server in order, also when connections are still open, and lets go of the folder.
   * Does nothing the second time.
   */
  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    try {
      stop(programs, cluster);
    } catch (IOException e) {
      LOG.warn("The embedded PostgreSQL could not be stopped; the next start will do so", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      release(lock);
    }
  }

  private static boolean isAbsent(Path cluster) throws IOException {
    if (Files.exists(cluster.resolve("PG_VERSION"))) {
      return false;
    }
    try {
      // A mounted or prepared folder may be there and empty; anything else is not ours to remove.
      Files.deleteIfExists(cluster);
      return true;
    } catch (DirectoryNotEmptyException e) {
      throw new DatabaseStartFailure(
          cluster
              + " is not empty but holds no PostgreSQL cluster (PG_VERSION is missing): move it away, or"
              + " choose another folder with DATA_DIR.",
          e);
    }
  }

  /**
   * Makes the cluster aside and moves it in place when it is complete: a half-finished one is never
   * taken for a cluster, and a complete one never deleted. Each try has a folder of its own,
   * because an initdb whose parent was killed may still be writing into the former.
   */
  private static void initialise(PostgresPrograms programs, Path folder, Path cluster, Path log)
      throws IOException, InterruptedException {
    Path aside = folder.resolve(CLUSTER + ".unfinished-" + UUID.randomUUID());
    Path passwordFile = Files.createTempFile(folder, CLUSTER + ".unfinished-", "");
    // Forced to the disk as initdb does with all else: a cluster without its password is lost.
    Files.writeString(
        passwordFile, newPassword(), StandardOpenOption.WRITE, StandardOpenOption.SYNC);
    long before = length(log);
    int exit =
        programs.run(
            "initdb",
            List.of(
                "--pgdata=" + aside,
                "--username=" + NAME,
                "--pwfile=" + passwordFile,
                "--auth=scram-sha-256",
                // Many rounds slow down who guesses a password that a person made up. Ours is
                // 192 random bits, and 4096 rounds would cost each connection 10 ms or more.
                "--set=scram_iterations=1",
                "--encoding=UTF8",
                // Sorts and folds alike on every platform.
                "--locale=C",
                "--locale-provider=builtin",
                "--builtin-locale=C.UTF-8"));
    if (exit != 0) {
      throw new DatabaseStartFailure(
          "The database could not be set up in " + folder + ": " + lastWords(log, before));
    }
    Files.move(passwordFile, aside.resolve(PASSWORD_FILE));
    Files.move(aside, cluster, StandardCopyOption.ATOMIC_MOVE);
  }

  private static String newPassword() {
    byte[] chance = new byte[24];
    new SecureRandom().nextBytes(chance);
    return HexFormat.of().formatHex(chance);
  }

  private static void removeUnfinished(Path folder) throws IOException {
    try (var entries = Files.newDirectoryStream(folder, CLUSTER + ".unfinished-*")) {
      for (Path entry : entries) {
        try {
          PostgresBinaries.deleteRecursively(entry);
        } catch (DirectoryNotEmptyException e) {
          LOG.debug("Still written to, to be removed next time: {}", entry);
        }
      }
    }
  }

  private static void refuseOtherVersion(PostgresPrograms programs, Path cluster)
      throws IOException, InterruptedException {
    String found = Files.readString(cluster.resolve("PG_VERSION")).strip();
    int ours = programs.majorVersion();
    if (!found.equals(Integer.toString(ours))) {
      throw new DatabaseStartFailure(
          cluster
              + " was written by PostgreSQL "
              + found
              + ", this build brings PostgreSQL "
              + ours
              + ": start the build that wrote it and move the data with pg_dump, or choose another folder"
              + " with DATA_DIR.");
    }
  }

  private static int startServer(PostgresPrograms programs, Path cluster, Path log)
      throws IOException, InterruptedException {
    for (int tries = 1; ; tries++) {
      takeOver(programs, cluster);
      int port = port(cluster, tries);
      long before = length(log);
      // pg_ctl gives the server a session of its own: a Ctrl-C in the terminal is for the
      // application.
      int exit =
          programs.run(
              "pg_ctl",
              List.of(
                  "start",
                  "--wait",
                  "--timeout=" + START_TIMEOUT,
                  "--pgdata=" + cluster,
                  "--log=" + log,
                  "--options=" + options(port)));
      if (exit == 0) {
        return port;
      }
      if (tries == START_TRIES) {
        throw new DatabaseStartFailure(
            "The embedded PostgreSQL did not start: "
                + lastWords(log, before)
                + " More in "
                + log
                + ".");
      }
    }
  }

  private static void takeOver(PostgresPrograms programs, Path cluster)
      throws IOException, InterruptedException {
    Optional<PostmasterFile> file = PostmasterFile.in(cluster);
    if (file.isEmpty()) {
      return;
    }
    Optional<ProcessHandle> orphan = file.get().livingServer();
    if (orphan.isEmpty()) {
      file.get().disownIfReused();
      return;
    }
    LOG.info(
        "Stopping the PostgreSQL (process {}) that a killed Sorting Office left behind",
        orphan.get().pid());
    stop(programs, cluster);
    if (isRunning(cluster)) {
      throw new DatabaseStartFailure(
          "PostgreSQL process "
              + orphan.get().pid()
              + " still holds "
              + cluster
              + " and does not stop: end it, then start again.");
    }
  }

  private static void stop(PostgresPrograms programs, Path cluster)
      throws IOException, InterruptedException {
    if (isRunning(cluster) && pgCtlStop(programs, cluster, "fast") != 0 && isRunning(cluster)) {
      LOG.warn("PostgreSQL did not stop within {} s and is stopped abruptly", STOP_TIMEOUT);
      pgCtlStop(programs, cluster, "immediate");
    }
  }

  private static boolean isRunning(Path cluster) throws IOException {
    return PostmasterFile.in(cluster).flatMap(PostmasterFile::livingServer).isPresent();
  }

  private static int pgCtlStop(PostgresPrograms programs, Path cluster, String mode)
      throws IOException, InterruptedException {
    return programs.run(
        "pg_ctl",
        List.of(
            "stop",
            "--wait",
            "--timeout=" + STOP_TIMEOUT,
            "--pgdata=" + cluster,
            "--mode=" + mode));
  }

  /**
   * On the command line, where they win over every file and ALTER SYSTEM. No value needs quotes.
   */
  private static String options(int port) {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("port", Integer.toString(port));
    settings.put("listen_addresses", "127.0.0.1");
    settings.put("unix_socket_directories", "");
    settings.put("fsync", "on");
    settings.put("synchronous_commit", "on");
    settings.put("full_page_writes", "on");
    settings.put("max_connections", "200");
    settings.put("shared_buffers", "128MB");
    settings.put("max_wal_size", "1GB");
    settings.put("timezone", "UTC");
    settings.put("log_timezone", "UTC");
    settings.put("log_checkpoints", "off");
    // For roles that people add; see initialise.
    settings.put("scram_iterations", "4096");
    StringBuilder options = new StringBuilder();
    settings.forEach(
        (name, value) -> options.append(" -c ").append(name).append('=').append(value));
    return options.substring(1);
  }

  /**
   * The port of the last start if it is still free, so that other processes that were told the
   * address find the server again.
   */
  private static int port(Path cluster, int tries) throws IOException {
    Path lastOptions = cluster.resolve("postmaster.opts");
    if (tries == 1 && Files.exists(lastOptions)) {
      Matcher last = LAST_PORT.matcher(Files.readString(lastOptions));
      if (last.find()) {
        try {
          return bindOnce(Integer.parseInt(last.group(1)));
        } catch (IOException e) {
          LOG.debug("Port {} is taken by now", last.group(1), e);
        }
      }
    }
    return bindOnce(0);
  }

  private static int bindOnce(int port) throws IOException {
    try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getByName("127.0.0.1"))) {
      return socket.getLocalPort();
    }
  }

  private void verify() throws SQLException {
    try (Connection connection = connectCreatingDatabase();
        Statement statement = connection.createStatement()) {
      for (Map.Entry<String, String> required : REQUIRED.entrySet()) {
        try (ResultSet result = statement.executeQuery("SHOW " + required.getKey())) {
          result.next();
          if (!required.getValue().equals(result.getString(1))) {
            throw new DatabaseStartFailure(
                "The embedded PostgreSQL runs with "
                    + required.getKey()
                    + " = "
                    + result.getString(1)
                    + " where "
                    + required.getValue()
                    + " is needed to keep data safe: it is not used.");
          }
        }
      }
    }
  }

  private Connection connectCreatingDatabase() throws SQLException {
    try {
      return connect(address);
    } catch (SQLException e) {
      if (!"3D000".equals(e.getSQLState())) {
        throw e;
      }
    }
    try (Connection connection = connect(address.withDatabase("postgres"));
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE DATABASE " + NAME);
    }
    return connect(address);
  }

  private static Connection connect(DatabaseAddress address) throws SQLException {
    return DriverManager.getConnection(address.jdbcUrl(), address.user(), address.password());
  }

  private static void keepSmall(Path log) throws IOException {
    if (Files.exists(log) && Files.size(log) > LOG_LIMIT) {
      Files.move(
          log, log.resolveSibling(log.getFileName() + ".1"), StandardCopyOption.REPLACE_EXISTING);
    }
  }

  private static long length(Path log) throws IOException {
    return Files.exists(log) ? Files.size(log) : 0;
  }

  /**
   * The reason is among what was said since; a person should not have to look for the file.
   *
   * @param since how long the log was before
   */
  private static String lastWords(Path log, long since) throws IOException {
    byte[] all = Files.readAllBytes(log);
    String said =
        new String(all, (int) since, all.length - (int) since, StandardCharsets.UTF_8).strip();
    List<String> lines = said.lines().filter(line -> !line.isBlank()).toList();
    List<String> telling =
        lines.stream().filter(line -> line.matches("(?i).*(FATAL|PANIC|error:).*")).toList();
    List<String> chosen = telling.isEmpty() ? lines : telling;
    return chosen.isEmpty() ? "it said nothing." : chosen.get(chosen.size() - 1).strip();
  }

  private static void release(DataFolderLock lock) {
    if (lock == null) {
      return;
    }
    try {
      lock.close();
    } catch (IOException e) {
      LOG.warn("The data folder's lock could not be released", e);
    }
  }
}
