package org.sortingoffice.torture;

import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.sortingoffice.experiment.Client;

/**
 * The simulated provider in a process of its own. Nothing is ever done to it: its call log is the
 * evidence.
 */
final class Provider implements AutoCloseable {
  /** Three calls in twenty fail, and an answer takes a moment in which things can happen. */
  private static final String USUAL = "{\"mode\":\"flaky\",\"rate\":0.15,\"latency_ms\":40}";

  private static final String AWAY = "{\"mode\":\"outage\",\"latency_ms\":10}";
  private static final String BUSY =
      "{\"mode\":\"rate_limited\",\"header\":\"1\",\"latency_ms\":5}";

  private static final int ROWS_KEPT = 1_000_000;

  private final ObjectMapper json = new ObjectMapper();
  private final Client client = new Client();
  private final Process process;
  private final URI address;

  private Provider(Process process, URI address) {
    this.process = process;
    this.address = address;
  }

  static Provider start(long seed, Path folder) throws IOException, InterruptedException {
    int port = ChildJvm.freePort();
    Process process =
        ChildJvm.start(
            "simulator",
            Map.of(
                "simulator.port", String.valueOf(port),
                "simulator.seed", String.valueOf(seed),
                "simulator.calls-kept", String.valueOf(ROWS_KEPT)),
            folder.resolve("simulator.log"));
    Provider provider = new Provider(process, URI.create("http://127.0.0.1:" + port));
    try {
      await("the simulator answers")
          .atMost(Duration.ofSeconds(60))
          .pollInterval(Duration.ofMillis(50))
          .ignoreExceptions()
          .until(() -> provider.get("/admin/health").path("status").asText().equals("up"));
      provider.beAsUsual();
      return provider;
    } catch (IOException | RuntimeException failure) {
      provider.close();
      throw failure;
    }
  }

  URI baseUrl() {
    return address.resolve("/v1");
  }

  void beAsUsual() throws IOException, InterruptedException {
    mode(USUAL);
  }

  /** From now on every call is answered with 503. */
  void goAway() throws IOException, InterruptedException {
    mode(AWAY);
  }

  /** From now on every call is answered with 429. */
  void beBusy() throws IOException, InterruptedException {
    mode(BUSY);
  }

  private void mode(String mode) throws IOException, InterruptedException {
    client.put(address.resolve("/admin/mode"), mode);
  }

  /**
   * All calls so far.
   *
   * @throws IOException when the log is no longer complete
   */
  List<ProviderCall> calls() throws IOException, InterruptedException {
    JsonNode log = get("/admin/calls?limit=" + ROWS_KEPT);
    List<ProviderCall> calls = new ArrayList<>();
    log.path("calls").forEach(row -> calls.add(ProviderCall.of(row)));
    if (calls.size() != log.path("total").asLong()) {
      throw new IOException(
          "the call log holds %d of %d calls: it is no evidence any more"
              .formatted(calls.size(), log.path("total").asLong()));
    }
    return calls;
  }

  private JsonNode get(String path) throws IOException, InterruptedException {
    return json.readTree(client.get(address.resolve(path)));
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
