package org.sortingoffice.torture;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Starts this program in a process of its own, small enough for many beside each other. */
final class ChildJvm {
  /**
   * Above the well-known ports and below those that the system gives to outgoing connections: a
   * client that knocks at a closed port among the latter may be given that very port, and so be
   * connected to itself.
   */
  private static final int FIRST_PORT = 20_000;

  private static final int LAST_PORT = 32_000;

  private ChildJvm() {}

  /**
   * Starts a command of the program.
   *
   * @param command such as {@code serve}
   * @param settings as in the properties files; passed as environment variables
   * @param log is appended to
   */
  static Process start(String command, Map<String, String> settings, Path log) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx128m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                "org.sortingoffice.Main",
                command));
    settings.forEach(
        (name, value) ->
            builder
                .environment()
                .put(name.toUpperCase(Locale.ROOT).replace('.', '_').replace('-', '_'), value));
    return builder
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
        .start();
  }

  /** A port that is free now and stays so while nobody asks for it by number. */
  static int freePort() {
    int count = LAST_PORT - FIRST_PORT;
    int begin = (int) Math.floorMod(System.nanoTime() / 1_000, (long) count);
    for (int i = 0; i < count; i++) {
      int port = FIRST_PORT + (begin + i) % count;
      try (ServerSocket probe = new ServerSocket(port, 1, InetAddress.getByName("127.0.0.1"))) {
        return probe.getLocalPort();
      } catch (IOException taken) {
        // The next one, then.
      }
    }
    throw new IllegalStateException("no port is free between " + FIRST_PORT + " and " + LAST_PORT);
  }
}
