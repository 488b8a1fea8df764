package org.sortingoffice.torture;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A process of the office, an API or a worker, that is killed, frozen, stopped and started again
 * under one name. What it does by itself that it should not is noted as a complaint.
 */
final class Member {
  /** SHUTDOWN_SECONDS, the routes' own time and a slow machine. */
  private static final long STOP_SECONDS = 30;

  /** Said when the start is over. */
  private static final String OPEN = "Sorting Office is open.";

  private final String name;
  private final Map<String, String> settings;
  private final Path log;
  private final List<String> complaints = new ArrayList<>();
  private Process process;
  private boolean frozen;
  private boolean open;
  private long logBefore;

  /**
   * @param name its name in the history and of its log file
   * @param settings how it is started, every time
   * @param folder where its log is written
   */
  Member(String name, Map<String, String> settings, Path folder) {
    this.name = name;
    this.settings = Map.copyOf(settings);
    this.log = folder.resolve(name + ".log");
  }

  String name() {
    return name;
  }

  /** Where it answers; only for one that has the role api. */
  URI api() {
    return URI.create("http://127.0.0.1:" + settings.get("http.port"));
  }

  /** Does nothing when it runs. */
  synchronized void start() throws IOException {
    noteUnwantedEnd();
    if (process != null) {
      return;
    }
    logBefore = Files.exists(log) ? Files.size(log) : 0;
    process = ChildJvm.start("serve", settings, log);
    frozen = false;
    open = false;
  }

  /** Whether it runs and is not frozen. */
  synchronized boolean isUp() {
    return process != null && process.isAlive() && !frozen;
  }

  /** Whether it is up and has finished its start. */
  synchronized boolean isOpen() throws IOException {
    if (!open && isUp()) {
      try (InputStream output = Files.newInputStream(log)) {
        output.skipNBytes(logBefore);
        open = new String(output.readAllBytes(), StandardCharsets.UTF_8).contains(OPEN);
      }
    }
    return open && isUp();
  }

  /** As signal 9: nothing in it gets to clean up. */
  synchronized void kill() throws InterruptedException {
    noteUnwantedEnd();
    if (process != null) {
      process.destroyForcibly().waitFor();
      process = null;
      frozen = false;
    }
  }

  /** Does nothing when it does not run. */
  synchronized void freeze() throws IOException, InterruptedException {
    noteUnwantedEnd();
    if (process == null) {
      return;
    }
    Signals.freeze(process.pid());
    frozen = true;
  }

  synchronized void thaw() throws IOException, InterruptedException {
    if (frozen) {
      Signals.thaw(process.pid());
      frozen = false;
    }
  }

  /** As signal 15, and waits for its end. */
  synchronized void stop() throws InterruptedException {
    noteUnwantedEnd();
    if (process == null || frozen) {
      return;
    }
    process.destroy();
    if (!process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
      complaints.add(name + " did not stop within " + STOP_SECONDS + " s of SIGTERM");
      process.destroyForcibly().waitFor();
    } else if (process.exitValue() != 0 && process.exitValue() != 143) {
      complaints.add(name + " answered SIGTERM with exit code " + process.exitValue());
    }
    process = null;
  }

  /** Starts it when it ended by itself, as a supervisor of services does; that stays noted. */
  synchronized void revive() throws IOException {
    if (process != null && !process.isAlive()) {
      // Notes it, too.
      start();
    }
  }

  /** What it did that it should not have done. */
  synchronized List<String> complaints() {
    noteUnwantedEnd();
    return List.copyOf(complaints);
  }

  private void noteUnwantedEnd() {
    if (process != null && !process.isAlive()) {
      complaints.add(
          name + " ended by itself with exit code " + process.exitValue() + "; its log is " + log);
      process = null;
      frozen = false;
    }
  }
}
