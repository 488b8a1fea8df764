package org.sortingoffice.database;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * {@code postmaster.pid}, in which a running server leaves its process id (line 1), when it started
 * (line 3, seconds), its port (line 4) and whether it is ready (line 8). It stays behind when the
 * machine goes down, and the id may then belong to any other process.
 *
 * @param file the file
 * @param lines its lines
 * @param pid the process that wrote it
 */
record PostmasterFile(Path file, List<String> lines, long pid) {
  /** How far the two clocks that tell when a process started may be apart. */
  private static final Duration SAME_START = Duration.ofSeconds(5);

  /** Reads it; empty when there is none, or none that names a process. */
  static Optional<PostmasterFile> in(Path cluster) throws IOException {
    Path file = cluster.resolve("postmaster.pid");
    try {
      List<String> lines = Files.readAllLines(file);
      // Negative for a server in single-user mode.
      long pid = lines.isEmpty() ? 0 : Math.abs(Long.parseLong(lines.get(0).strip()));
      return pid == 0 ? Optional.empty() : Optional.of(new PostmasterFile(file, lines, pid));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  /**
   * The server that wrote this file, if it is alive: a process with that id is not proof enough.
   */
  Optional<ProcessHandle> livingServer() {
    return process().filter(this::isOurServer);
  }

  /**
   * The port (line 4) on which the server takes connections; empty when it is not alive, or starts
   * or stops just now (line 8).
   */
  OptionalInt openPort() {
    if (lines.size() < 8 || !lines.get(7).strip().equals("ready") || livingServer().isEmpty()) {
      return OptionalInt.empty();
    }
    return OptionalInt.of(Integer.parseInt(lines.get(3).strip()));
  }

  /**
   * Makes a file whose process id now belongs to an unrelated process harmless: PostgreSQL would
   * take it for a running server and refuse to start. It passes over the process that called
   * pg_ctl, so the file gets our id, and keeps all else: from it PostgreSQL still recognises
   * processes of the former server that have not ended.
   */
  void disownIfReused() throws IOException {
    Optional<ProcessHandle> process = process();
    if (process.isEmpty() || isOurServer(process.get())) {
      return;
    }
    List<String> corrected = new ArrayList<>(lines);
    corrected.set(0, Long.toString(ProcessHandle.current().pid()));
    Files.write(file, corrected);
  }

  private Optional<ProcessHandle> process() {
    return ProcessHandle.of(pid).filter(ProcessHandle::isAlive);
  }

  private boolean isOurServer(ProcessHandle process) {
    String command =
        process.info().command().map(c -> Path.of(c).getFileName().toString()).orElse("");
    // Linux adds " (deleted)" when the program's file is gone.
    if (!command.matches("(postgres|postmaster)(\\.exe)?( \\(deleted\\))?")) {
      return false;
    }
    Path workingDirectory = Path.of("/proc", Long.toString(pid), "cwd");
    try {
      if (Files.exists(workingDirectory)) {
        // A server's working directory is its cluster.
        return Files.isSameFile(workingDirectory, file.getParent());
      }
    } catch (IOException e) {
      // Not ours to look at; when it started decides.
    }
    return process.info().startInstant().filter(this::isStart).isPresent();
  }

  private boolean isStart(Instant start) {
    try {
      Instant written = Instant.ofEpochSecond(Long.parseLong(lines.get(2).strip()));
      return Duration.between(start, written).abs().compareTo(SAME_START) <= 0;
    } catch (RuntimeException e) {
      return false;
    }
  }
}
