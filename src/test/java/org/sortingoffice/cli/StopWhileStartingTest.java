package org.sortingoffice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sortingoffice.testing.OfficeProcess;

/** A deploy that is called off reaches processes that have not come up yet. */
class StopWhileStartingTest {
  @TempDir Path folder;

  @Test
  void aProcessThatStillWaitsForItsDatabaseStopsWhenItIsTold() throws Exception {
    try (ServerSocket mute = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        OfficeProcess office =
            OfficeProcess.start(
                Map.of(
                    "database.url",
                    "postgres://nobody:nothing@127.0.0.1:" + mute.getLocalPort() + "/office",
                    "database.start.seconds",
                    "600"),
                folder.resolve("office.log"));
        Socket asked = mute.accept()) {
      assertThat(asked.isConnected()).isTrue();

      assertThat(office.stop()).as("exit code").isZero();
    }
  }
}
