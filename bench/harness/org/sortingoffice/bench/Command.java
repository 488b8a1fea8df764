package org.sortingoffice.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Another program that is run to its end. */
final class Command {
  private Command() {}

  /**
   * Runs it.
   *
   * @return what it wrote
   * @throws BenchmarkFailure when it does not end within the seconds, or not with 0
   */
  static String run(List<String> command, Map<String, String> environment, Path log, int seconds)
      throws IOException, InterruptedException {
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().putAll(environment);
    Process process = builder.redirectErrorStream(true).redirectOutput(log.toFile()).start();
    if (!process.waitFor(seconds, TimeUnit.SECONDS)) {
      process.destroyForcibly().waitFor();
      throw new BenchmarkFailure(command.get(0) + " did not end within " + seconds + " s; see " + log);
    }
    String said = Files.readString(log, StandardCharsets.UTF_8);
    if (process.exitValue() != 0) {
      throw new BenchmarkFailure(command.get(0) + " failed; see " + log + ":\n" + said);
    }
    return said;
  }

  /** Whether a program of this name is there. */
  static boolean exists(String program) {
    for (String folder : System.getenv("PATH").split(":")) {
      if (Files.isExecutable(Path.of(folder, program))) {
        return true;
      }
    }
    return false;
  }
}
