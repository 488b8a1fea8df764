package org.sortingoffice.database;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** Another JVM that holds an embedded database, to be ended in order or killed. */
final class DatabaseProcess implements AutoCloseable {
  private final Process process;
  private final BufferedReader output;

  private DatabaseProcess(Process process) {
    this.process = process;
    this.output =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
  }

  /** What runs in the other JVM: starts, says where, closes when its input ends. */
  public static void main(String[] folder) throws IOException {
    try (EmbeddedDatabase database = EmbeddedDatabase.start(Path.of(folder[0]))) {
      System.out.println(
          "ready " + database.jdbcUrl() + " " + database.user() + " " + database.password());
      while (System.in.read() >= 0) {
        // Only the end of the input counts.
      }
    } catch (DatabaseStartFailure e) {
      System.out.println("failed " + e.getMessage());
      System.exit(1);
    }
  }

  static DatabaseProcess start(Path folder) throws IOException {
    return new DatabaseProcess(
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                DatabaseProcess.class.getName(),
                folder.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start());
  }

  /** Waits until its database runs. */
  DatabaseAddress awaitReady() throws IOException {
    String[] words = awaitLine("ready ").split(" ");
    return new DatabaseAddress(words[0], words[1], words[2]);
  }

  /** Waits until its start fails, and returns the reason. */
  String awaitFailure() throws IOException {
    return awaitLine("failed ");
  }

  private String awaitLine(String beginning) throws IOException {
    StringBuilder before = new StringBuilder();
    for (String line = output.readLine(); line != null; line = output.readLine()) {
      if (line.startsWith(beginning)) {
        return line.substring(beginning.length());
      }
      before.append(line).append('\n');
    }
    throw new AssertionError("The other JVM never said \"" + beginning + "\" but: " + before);
  }

  long pid() {
    return process.pid();
  }

  /** kill -9. */
  void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  /** Ends in order. */
  @Override
  public void close() {
    try {
      process.getOutputStream().close();
      if (!process.waitFor(30, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        throw new AssertionError("The other JVM did not end");
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
