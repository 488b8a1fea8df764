package org.sortingoffice.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SimulatorSettingsTest {
  @TempDir Path directory;

  @Test
  void withoutAFileTheCopyInTheJarCounts() {
    SimulatorSettings settings = SimulatorSettings.read(directory, Map.of());
    assertThat(settings.port()).isEqualTo(8089);
    assertThat(settings.pace().quotaCalls()).isEqualTo(150);
    assertThat(settings.routes()).startsWith("classpath:");
  }

  @Test
  void theFileBeatsTheJarAndTheEnvironmentBeatsTheFile() throws IOException {
    Files.createDirectories(directory.resolve("simulator/routes"));
    Files.writeString(
        directory.resolve("simulator/simulator.properties"),
        "simulator.port=1\nsimulator.calls-kept=7\n");
    SimulatorSettings settings = SimulatorSettings.read(directory, Map.of("SIMULATOR_PORT", "2"));
    assertThat(settings.port()).isEqualTo(2);
    assertThat(settings.callsKept()).isEqualTo(7);
    assertThat(settings.routes()).startsWith("file:" + directory);
  }

  @Test
  void aWrongValueIsToldByName() {
    assertThatThrownBy(() -> SimulatorSettings.read(directory, Map.of("SIMULATOR_PORT", "80x")))
        .hasMessage(
            "The setting simulator.port is \"80x\": it must be a whole number from 0 to 65535.");
    assertThatThrownBy(() -> SimulatorSettings.read(directory, Map.of("SIMULATOR_SPEED", "0")))
        .hasMessageContaining("speed");
  }
}
