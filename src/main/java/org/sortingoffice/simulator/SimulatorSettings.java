package org.sortingoffice.simulator;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * Everything that can be set about a {@link Simulator}.
 *
 * @param host address to listen on
 * @param port port to listen on; 0 takes any free one
 * @param routes Camel pattern of the route files, such as {@code
 *     file:simulator/routes/*.camel.yaml}
 * @param initialMode name of the mode in force at the start
 * @param seed seed of the answers and of everything that looks like chance
 * @param pace latency, quota and speed of the clock
 * @param prices what tokens cost
 * @param models models that are listed
 * @param callsKept calls that the log keeps
 * @param maxBodyBytes largest request body
 */
public record SimulatorSettings(
    String host,
    int port,
    String routes,
    String initialMode,
    long seed,
    Pace pace,
    Prices prices,
    List<String> models,
    int callsKept,
    int maxBodyBytes) {
  private static final String PACKED_ROUTES = "classpath:simulator/routes/*.camel.yaml";

  /**
   * The settings of {@code simulator/simulator.properties} and the environment.
   *
   * @throws IllegalArgumentException if a value is not usable; the message names the setting
   */
  public static SimulatorSettings defaults() {
    return read(Path.of(""), System.getenv());
  }

  /** The settings as read from a working directory and an environment. */
  static SimulatorSettings read(Path directory, Map<String, String> environment) {
    SettingsFile file = SettingsFile.read("simulator.properties", directory, environment);
    return new SimulatorSettings(
        file.text("simulator.host"),
        file.integer("simulator.port", 0, 65535),
        routes(file.text("simulator.routes"), directory),
        file.text("simulator.mode"),
        file.whole("simulator.seed", Long.MIN_VALUE, Long.MAX_VALUE),
        new Pace(
            Duration.ofMillis(file.integer("simulator.latency-ms", 0, 3_600_000)),
            file.integer("simulator.quota.calls", 0, Integer.MAX_VALUE),
            Duration.ofSeconds(file.integer("simulator.quota.window-seconds", 1, 86_400)),
            file.decimal("simulator.speed")),
        new Prices(
            file.decimal("simulator.price.input-per-million"),
            file.decimal("simulator.price.output-per-million"),
            file.decimal("simulator.price.embedding-per-million")),
        List.of(file.text("simulator.models").split("\\s*,\\s*")),
        file.integer("simulator.calls-kept", 1, 10_000_000),
        file.integer("simulator.max-body-bytes", 1_024, 1_000_000_000));
  }

  private static String routes(String setting, Path directory) {
    if (!setting.isEmpty()) {
      return setting;
    }
    Path folder = directory.resolve("simulator/routes");
    return Files.isDirectory(folder) ? "file:" + folder + "/*.camel.yaml" : PACKED_ROUTES;
  }

  /** The same on another port; 0 takes any free one. */
  public SimulatorSettings withPort(int newPort) {
    return new SimulatorSettings(
        host, newPort, routes, initialMode, seed, pace, prices, models, callsKept, maxBodyBytes);
  }

  /** The same at another address. */
  public SimulatorSettings withHost(String newHost) {
    return new SimulatorSettings(
        newHost, port, routes, initialMode, seed, pace, prices, models, callsKept, maxBodyBytes);
  }

  /** The same with routes from another place. */
  public SimulatorSettings withRoutes(String newRoutes) {
    return new SimulatorSettings(
        host, port, newRoutes, initialMode, seed, pace, prices, models, callsKept, maxBodyBytes);
  }

  /** The same with another first mode. */
  public SimulatorSettings withInitialMode(String newMode) {
    return new SimulatorSettings(
        host, port, routes, newMode, seed, pace, prices, models, callsKept, maxBodyBytes);
  }

  /** The same with another seed. */
  public SimulatorSettings withSeed(long newSeed) {
    return new SimulatorSettings(
        host, port, routes, initialMode, newSeed, pace, prices, models, callsKept, maxBodyBytes);
  }

  /** The same with another pace. */
  public SimulatorSettings withPace(Pace newPace) {
    return new SimulatorSettings(
        host, port, routes, initialMode, seed, newPace, prices, models, callsKept, maxBodyBytes);
  }

  /** The same with a log of another length. */
  public SimulatorSettings withCallsKept(int newCallsKept) {
    return new SimulatorSettings(
        host, port, routes, initialMode, seed, pace, prices, models, newCallsKept, maxBodyBytes);
  }
}
