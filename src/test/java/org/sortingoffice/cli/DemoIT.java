package org.sortingoffice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The packaged jar, started as a person starts it, from a folder that has nothing of the project in
 * it.
 */
class DemoIT {
  @TempDir Path elsewhere;

  @Test
  void theDemoShowsThePromisesKept_contract32() throws Exception {
    Run run = jar("demo");

    assertThat(run.output())
        .contains("first  202  T-500001  job 1\n")
        .contains("again  202  T-500001  job 1  Idempotent-Replayed: true")
        .contains("tickets 1, jobs 1, AI results 0")
        .contains("after worker-1:  running    attempt 1  results 3")
        .contains("after worker-2:  succeeded  attempt 2  results 3")
        .contains("provider calls 3 for 3 steps")
        .contains("All as promised.");
    assertThat(run.exitCode()).isZero();
  }

  @Test
  void theNaiveWorkerShowsWhatTheyAreFor_contract33() throws Exception {
    Run run = jar("demo", "--naive");

    assertThat(run.output()).contains("6 calls, 6 results for 3 steps");
    assertThat(run.exitCode()).isZero();
  }

  @Test
  void everyCommandExplainsItself() throws Exception {
    assertThat(jar("--help").output()).contains("serve", "simulator", "demo", "migrate");
    assertThat(jar("serve", "--help").output()).contains("HTTP_PORT");
    assertThat(jar("no-such-command").exitCode()).isEqualTo(2);
  }

  private record Run(int exitCode, String output) {}

  private Run jar(String... arguments) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-jar");
    command.add(System.getProperty("sorting-office.jar"));
    command.addAll(List.of(arguments));
    File output = elsewhere.resolve("output.txt").toFile();
    Process process =
        new ProcessBuilder(command)
            .directory(elsewhere.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output)
            .start();
    assertThat(process.waitFor(120, TimeUnit.SECONDS)).as("ended in time").isTrue();
    return new Run(process.exitValue(), Files.readString(output.toPath()));
  }
}
