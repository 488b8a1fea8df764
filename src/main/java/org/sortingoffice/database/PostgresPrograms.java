package org.sortingoffice.database;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Runs the server's programs and keeps what they say in a log file. PostgreSQL refuses to run as
 * root; there each program runs in a user namespace of its own ({@code unshare -U}), in which it
 * sees itself as nobody while its files still belong to root.
 */
final class PostgresPrograms {
  private final PostgresBinaries binaries;
  private final Path log;
  private final List<String> prefix;

  PostgresPrograms(PostgresBinaries binaries, Path log) throws IOException, InterruptedException {
    this.binaries = binaries;
    this.log = log;
    this.prefix = isRoot(log) ? unshare() : List.of();
  }

  /** Runs to the end and returns the exit code. */
  int run(String program, List<String> arguments) throws IOException, InterruptedException {
    Process process = builder(program, arguments).start();
    process.getOutputStream().close();
    try {
      return process.waitFor();
    } catch (InterruptedException e) {
      process.destroy();
      throw e;
    }
  }

  /** The major version of these programs, such as 17. */
  int majorVersion() throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(binaries.program("postgres").toString(), "--version")
            .redirectErrorStream(true)
            .start();
    String says =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    process.waitFor(10, TimeUnit.SECONDS);
    String number = says.replaceFirst("^postgres \\(PostgreSQL\\) (\\d+).*", "$1");
    if (!number.matches("\\d+")) {
      throw new DatabaseStartFailure("The embedded PostgreSQL does not run here: " + says);
    }
    return Integer.parseInt(number);
  }

  private ProcessBuilder builder(String program, List<String> arguments) {
    List<String> command = new ArrayList<>(prefix);
    command.add(binaries.program(program).toString());
    command.addAll(arguments);
    ProcessBuilder builder = new ProcessBuilder(command);
    // Files, not pipes: the server inherits them and outlives the program that started it.
    builder.redirectErrorStream(true);
    builder.redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
    // Settings of the user's own psql must not reach this server.
    builder.environment().keySet().removeIf(name -> name.startsWith("PG"));
    builder.environment().put("LC_ALL", "C");
    return builder;
  }

  private static List<String> unshare() throws IOException, InterruptedException {
    List<String> prefix = List.of("unshare", "--user");
    try {
      Process trial = new ProcessBuilder("unshare", "--user", "true").start();
      if (trial.waitFor() == 0) {
        return prefix;
      }
    } catch (IOException e) {
      // No such program: the same advice.
    }
    throw new DatabaseStartFailure(
        "PostgreSQL does not run as root, and this system does not allow user namespaces (unshare -U):"
            + " start as another user, or point DATABASE_URL to a PostgreSQL 15 or later.");
  }

  private static boolean isRoot(Path log) throws IOException {
    if (PostgresBinaries.isWindows()) {
      return false;
    }
    return Files.exists(Path.of("/proc/self"))
        ? Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0)
        : "root".equals(System.getProperty("user.name"));
  }
}
