package org.sortingoffice.burst;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.util.HashSet;
import java.util.Set;
import org.sortingoffice.experiment.Client;

/** What the provider saw: its calls, and which of them it refused. */
final class ProviderLog {
  /** More than can happen between two looks. */
  private static final int NEWEST = 1_000;

  private static final int TOO_MANY_REQUESTS = 429;

  private final Client client;
  private final URI calls;
  private final ObjectMapper json = new ObjectMapper();
  private final Set<Long> refused = new HashSet<>();
  private int total;

  /**
   * @param client reads the log
   * @param provider the simulator's base URL
   */
  ProviderLog(Client client, URI provider) {
    this.client = client;
    this.calls = provider.resolve("/admin/calls");
  }

  /** Looks again. */
  void look() throws IOException, InterruptedException {
    JsonNode log = json.readTree(client.get(URI.create(calls + "?limit=" + NEWEST)));
    total = log.path("total").asInt();
    for (JsonNode call : log.path("calls")) {
      if (call.path("status").asInt() == TOO_MANY_REQUESTS) {
        refused.add(call.path("seq").asLong());
      }
    }
  }

  /** Forgets everything, here and there. */
  void forget() throws IOException, InterruptedException {
    client.delete(calls);
    refused.clear();
    total = 0;
  }

  /** All calls at the last look. */
  int total() {
    return total;
  }

  /** Those of them that were refused. */
  int refused() {
    return refused.size();
  }
}
