package org.sortingoffice.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sortingoffice.simulator.RunningSimulator.Answer;

/** What is under {@code /admin}, and what stops a start. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SimulatorAdministrationTest {
  private RunningSimulator simulator;

  @BeforeAll
  void start() {
    simulator = RunningSimulator.start();
  }

  @AfterAll
  void stop() {
    simulator.close();
  }

  @AfterEach
  void calm() {
    simulator.mode("{}");
  }

  @Test
  void theModesInForceAreShownAsTheyWereSet() {
    JsonNode shown =
        simulator
            .putMode(
                "{\"mode\":\"slow\",\"seconds\":5,\"times\":2,\"steps\":{\"embed\":\"outage\"}}")
            .json();
    assertThat(shown).isEqualTo(simulator.get("/admin/mode").json());
    assertThat(shown.path("mode").textValue()).isEqualTo("slow");
    assertThat(shown.path("seconds").textValue()).isEqualTo("5");
    assertThat(shown.path("times").intValue()).isEqualTo(2);
    assertThat(shown.at("/steps/embed/mode").textValue()).isEqualTo("outage");
    assertThat(shown.path("available")).hasSizeGreaterThan(40);
  }

  @Test
  void whatIsLeftOutIsNormal() {
    simulator.mode("{\"mode\":\"outage\"}");
    assertThat(simulator.putMode("{}").json().path("mode").textValue()).isEqualTo("normal");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "nonsense                                    | invalid_json",
        "~~                                          | invalid_mode",
        "[]                                          | invalid_mode",
        "{\"mode\":\"no_such_mode\"}                 | unknown_mode",
        "{\"mode\":\"unknown_mode\"}                 | unknown_mode",
        "{\"steps\":{\"embed\":\"no_such_mode\"}}    | unknown_mode"
      })
  void aBadModeIsRefusedAndTheOldOneStays(String json, String code) {
    simulator.mode("{\"mode\":\"outage\"}");
    Answer answer = simulator.putMode(json == null ? "" : json);
    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.at("/error/code").textValue()).isEqualTo(code);
    assertThat(simulator.get("/admin/mode").json().path("mode").textValue()).isEqualTo("outage");
  }

  @Test
  void aBodyThatCallsItselfAFormIsReadAsJsonNevertheless() {
    Answer answer =
        simulator.send(
            simulator
                .request("/admin/mode")
                .header("Content-Type", "application/x-www-form-urlencoded")
                .PUT(BodyPublishers.ofString("{\"mode\":\"outage\"}")));
    assertThat(answer.json().path("mode").textValue()).isEqualTo("outage");
  }

  @Test
  void healthSaysHowBusyItIs() {
    simulator.forgetCalls();
    simulator.classify("one");
    JsonNode health = simulator.get("/admin/health").json();
    assertThat(health.path("status").textValue()).isEqualTo("up");
    assertThat(health.path("mode").textValue()).isEqualTo("normal");
    assertThat(health.path("calls").intValue()).isEqualTo(1);
  }

  @Test
  void forgottenCallsAreGoneAndNumbersStartAgain() {
    simulator.classify("one");
    simulator.forgetCalls();
    assertThat(simulator.calls("").path("total").intValue()).isZero();
    simulator.classify("one");
    assertThat(simulator.calls("").at("/calls/0/seq").intValue()).isEqualTo(1);
  }

  @Test
  void aTakenPortStopsTheStartWithWhatToDo() throws IOException {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      SimulatorSettings settings = SimulatorSettings.defaults().withPort(taken.getLocalPort());
      assertThatThrownBy(() -> Simulator.start(settings))
          .isInstanceOf(SimulatorException.class)
          .hasMessageContaining("SIMULATOR_PORT");
    }
  }

  @Test
  void anUnknownFirstModeStopsTheStart() {
    SimulatorSettings settings =
        SimulatorSettings.defaults().withPort(0).withInitialMode("no_such_mode");
    assertThatThrownBy(() -> Simulator.start(settings))
        .isInstanceOf(SimulatorException.class)
        .hasMessageContaining("no_such_mode")
        .hasMessageContaining("outage");
  }

  @Test
  void missingRoutesStopTheStart() {
    SimulatorSettings settings =
        SimulatorSettings.defaults().withPort(0).withRoutes("file:no/such/folder/*.camel.yaml");
    assertThatThrownBy(() -> Simulator.start(settings))
        .isInstanceOf(SimulatorException.class)
        .hasMessageContaining("SIMULATOR_ROUTES");
  }

  @Test
  void aBrokenRouteFileStopsTheStartAndIsNamed(@TempDir Path folder) throws IOException {
    Files.writeString(folder.resolve("mine.camel.yaml"), "- route:\n    nonsense: true\n");
    SimulatorSettings settings =
        SimulatorSettings.defaults().withPort(0).withRoutes("file:" + folder + "/*.camel.yaml");
    assertThatThrownBy(() -> Simulator.start(settings))
        .isInstanceOf(SimulatorException.class)
        .hasMessageContaining("mine.camel.yaml");
  }

  @Test
  void theEnvironmentOverridesTheFileAndAWrongValueIsNamed() {
    assertThat(
            SimulatorSettings.read(Path.of(""), Map.of("SIMULATOR_QUOTA_CALLS", "7"))
                .pace()
                .quotaCalls())
        .isEqualTo(7);
    assertThatThrownBy(() -> SimulatorSettings.read(Path.of(""), Map.of("SIMULATOR_PORT", "many")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("simulator.port");
  }
}
