package org.sortingoffice.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where the routes come from, and that a new one is all that a new mode needs. */
class SimulatorRoutesTest {
  @Test
  void theCopiesInTheJarServeWhereThereIsNoFolder() {
    SimulatorSettings packed =
        SimulatorSettings.defaults().withRoutes("classpath:simulator/routes/*.camel.yaml");
    try (RunningSimulator simulator = RunningSimulator.start(packed)) {
      assertThat(simulator.classify("Late parcel").status()).isEqualTo(200);
    }
  }

  @Test
  void aNewRouteIsANewModeForTheCallsItNames(@TempDir Path own) throws IOException {
    try (var shipped = Files.list(Path.of("simulator/routes"))) {
      for (Path file : shipped.toList()) {
        Files.copy(file, own.resolve(file.getFileName()));
      }
    }
    Files.writeString(
        own.resolve("mode-teapot.camel.yaml"),
        """
        - route:
            id: mode-teapot
            from:
              uri: direct:embed-teapot
              steps:
                - setHeader:
                    name: CamelHttpResponseCode
                    constant:
                      expression: "418"
                - setBody:
                    constant:
                      expression: short and stout
        """);
    SimulatorSettings settings =
        SimulatorSettings.defaults().withRoutes("file:" + own + "/*.camel.yaml");
    try (RunningSimulator simulator = RunningSimulator.start(settings)) {
      simulator.mode("{\"mode\":\"teapot\"}");
      assertThat(simulator.embed("Late parcel").status()).isEqualTo(418);
      assertThat(simulator.embed("Late parcel").body()).isEqualTo("short and stout");
      assertThat(simulator.classify("Late parcel").status()).isEqualTo(200);
    }
  }

  @Test
  void onAFasterClockLatencyAndQuotaPassFaster() {
    Pace tenfold = new Pace(Duration.ofSeconds(3), 0, Duration.ofSeconds(60), 10);
    SimulatorSettings settings =
        SimulatorSettings.defaults().withPace(tenfold).withInitialMode("quota_ms");
    try (RunningSimulator simulator = RunningSimulator.start(settings)) {
      long start = System.nanoTime();
      RunningSimulator.Answer answer = simulator.classify("Late parcel");
      assertThat(Duration.ofNanos(System.nanoTime() - start))
          .isGreaterThanOrEqualTo(Duration.ofMillis(300));
      assertThat(answer.status()).isEqualTo(429);
      assertThat(Long.parseLong(answer.header("retry-after-ms"))).isBetween(1L, 6_000L);
    }
  }

  @Test
  void afterClosingItsPortIsFreeAgain() {
    Simulator first = Simulator.start(SimulatorSettings.defaults().withPort(0));
    int port = first.port();
    first.close();
    try (Simulator second = Simulator.start(SimulatorSettings.defaults().withPort(port))) {
      assertThat(second.baseUrl()).hasPort(port).hasPath("/v1");
    }
  }
}
