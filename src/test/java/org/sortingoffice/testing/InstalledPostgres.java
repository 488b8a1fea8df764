package org.sortingoffice.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.sortingoffice.database.DatabaseAddress;

/**
 * A PostgreSQL of the operating system's packages, with all its programs: {@code pg_dump} does not
 * come with the embedded one, and refuses a server that is newer than itself.
 */
public final class InstalledPostgres implements AutoCloseable {
  private final Path programs;
  private final Path folder;
  private final int port;

  private InstalledPostgres(Path programs, Path folder, int port) {
    this.programs = programs;
    this.folder = folder;
    this.port = port;
  }

  /** The folder with the programs of the newest one that is installed. */
  public static Optional<Path> programs() {
    List<Path> folders = new ArrayList<>();
    for (String path : System.getenv("PATH").split(java.io.File.pathSeparator)) {
      folders.add(Path.of(path));
    }
    try (Stream<Path> debian = list(Path.of("/usr/lib/postgresql"))) {
      debian
          .sorted(Comparator.comparing(InstalledPostgres::version).reversed())
          .forEach(version -> folders.add(version.resolve("bin")));
    }
    return folders.stream()
        .filter(
            bin ->
                Stream.of("initdb", "pg_ctl", "pg_dump", "pg_restore")
                    .allMatch(name -> Files.isExecutable(bin.resolve(name))))
        .findFirst();
  }

  private static Stream<Path> list(Path folder) {
    try {
      return Files.isDirectory(folder) ? Files.list(folder) : Stream.empty();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static double version(Path folder) {
    try {
      return Double.parseDouble(folder.getFileName().toString());
    } catch (NumberFormatException other) {
      return 0;
    }
  }

  /** Starts a server of its own in an empty folder. */
  public static InstalledPostgres start(Path programs, Path folder)
      throws IOException, InterruptedException {
    InstalledPostgres server = new InstalledPostgres(programs, folder, freePort());
    server.run("initdb", "-D", server.data(), "-U", "office", "-A", "trust", "-E", "UTF8", "-N");
    server.run(
        "pg_ctl",
        "start",
        "-w",
        "-D",
        server.data(),
        "-l",
        folder.resolve("server.log").toString(),
        "-o",
        "-c port=%d -c listen_addresses=127.0.0.1 -c unix_socket_directories='' -c fsync=off"
            .formatted(server.port));
    return server;
  }

  private String data() {
    return folder.resolve("data").toString();
  }

  /** Where a database of this name is, or would be. */
  public DatabaseAddress address(String database) {
    return new DatabaseAddress(
        "jdbc:postgresql://127.0.0.1:%d/%s".formatted(port, database), "office", "");
  }

  /**
   * The same as programs of PostgreSQL take it. The databases are called by names that need no
   * quotes.
   */
  public String url(String database) {
    return "postgres://office@127.0.0.1:%d/%s".formatted(port, database);
  }

  /**
   * Runs one of its programs.
   *
   * @throws AssertionError with what it said when it does not end well
   */
  public void run(String program, String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    if ("root".equals(System.getProperty("user.name"))) {
      // It refuses to run as root; in a user namespace it sees itself as nobody.
      command.addAll(List.of("unshare", "--user"));
    }
    command.add(programs.resolve(program).toString());
    command.addAll(List.of(arguments));
    Path said = Files.createTempFile(folder, program, ".log");
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(said.toFile()).start();
    if (!process.waitFor(120, TimeUnit.SECONDS) || process.exitValue() != 0) {
      process.destroyForcibly();
      throw new AssertionError(command + ": " + Files.readString(said, StandardCharsets.UTF_8));
    }
  }

  @Override
  public void close() {
    try {
      run("pg_ctl", "stop", "-w", "-m", "immediate", "-D", data());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket probe = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return probe.getLocalPort();
    }
  }
}
