package org.sortingoffice.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The application in a process of its own, as it is packaged. */
final class Office implements AutoCloseable {
  private static final String OPEN = "Sorting Office is open.";

  private final Process process;
  private final Path log;

  private Office(Process process, Path log) {
    this.process = process;
    this.log = log;
  }

  /**
   * Starts it.
   *
   * @param jvm options of the JVM
   * @param classPath what comes before the application's jar; may be empty
   * @param settings by their names in the environment
   * @param log where its output goes
   */
  static Office start(List<String> jvm, String classPath, Map<String, String> settings, Path log)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(jvm);
    if (classPath.isEmpty()) {
      command.addAll(List.of("-jar", "target/sorting-office.jar", "serve"));
    } else {
      command.addAll(
          List.of("-cp", classPath + ":target/sorting-office.jar", "org.sortingoffice.Main", "serve"));
    }
    Files.deleteIfExists(log);
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().putAll(settings);
    builder.redirectErrorStream(true).redirectOutput(log.toFile());
    return new Office(builder.start(), log);
  }

  /** Waits until it says that it is open. */
  Office awaitOpen() throws IOException, InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (System.nanoTime() < end && process.isAlive()) {
      if (Files.exists(log) && Files.readString(log).contains(OPEN)) {
        return this;
      }
      Thread.sleep(20);
    }
    throw new BenchmarkFailure("The application did not open; see " + log);
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /** What processor time it has used so far, in milliseconds. */
  long processorMillis() {
    return process.info().totalCpuDuration().map(Duration::toMillis).orElse(0L);
  }

  /** Resident memory in MiB: what /proc says now under a name such as VmRSS or VmHWM. */
  long memoryMebibytes(String name) throws IOException {
    return Files.readAllLines(Path.of("/proc/" + process.pid() + "/status")).stream()
        .filter(line -> line.startsWith(name + ":"))
        .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) / 1024)
        .findFirst()
        .orElseThrow();
  }

  /** Stops it in order: held jobs end or are given back. */
  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(30, TimeUnit.SECONDS)) {
        process.destroyForcibly().waitFor();
        throw new BenchmarkFailure("The application did not stop; see " + log);
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
