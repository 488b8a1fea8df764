package org.sortingoffice.demo;

import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Starts another process of this very program, for what cannot be shown within one: a worker that
 * dies.
 */
final class WorkerProcess {
  private final Map<String, String> environment;
  private final Path log;

  /**
   * @param environment its settings
   * @param log where its output goes
   */
  WorkerProcess(Map<String, String> environment, Path log) {
    this.environment = environment;
    this.log = log;
  }

  Process start() throws IOException {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    ProcessBuilder builder =
        new ProcessBuilder(
            java,
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-cp",
            classPath(),
            "org.sortingoffice.Main",
            "serve");
    builder.environment().putAll(environment);
    return builder.redirectErrorStream(true).redirectOutput(log.toFile()).start();
  }

  // Within Maven the program is loaded by a class loader of its own, and java.class.path names only
  // Maven.
  private static String classPath() {
    if (WorkerProcess.class.getClassLoader() instanceof URLClassLoader loader) {
      return Arrays.stream(loader.getURLs())
          .map(WorkerProcess::file)
          .collect(Collectors.joining(File.pathSeparator));
    }
    return System.getProperty("java.class.path");
  }

  private static String file(URL url) {
    try {
      return Path.of(url.toURI()).toString();
    } catch (URISyntaxException wrong) {
      throw new IllegalStateException("not a file on the class path: " + url, wrong);
    }
  }
}
