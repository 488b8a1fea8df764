package org.sortingoffice.simulator;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** The call log as JSON. */
final class CallLogJson {
  private final ObjectMapper json = new ObjectMapper();

  /** The exact counts of what a query matches, and the newest rows of it. */
  ObjectNode write(CallLog log, String step, String ticket, int limit) {
    Map<String, Long> counts = log.countByStep(ticket);
    if (step != null) {
      counts.keySet().retainAll(List.of(step));
    }
    ObjectNode root = json.createObjectNode();
    root.put("total", counts.values().stream().mapToLong(Long::longValue).sum());
    ObjectNode byStep = root.putObject("by_step");
    counts.forEach(byStep::put);
    var calls = root.putArray("calls");
    log.rows(step, ticket, limit).forEach(row -> calls.add(row(row)));
    return root;
  }

  private ObjectNode row(CallRow row) {
    ObjectNode node = json.createObjectNode();
    node.put("seq", row.seq).put("step", row.step).put("ticket", row.ticket).put("job", row.job);
    node.put("delivery", row.delivery).put("nth", row.nth).put("mode", row.mode);
    node.put("status", row.status() == 0 ? null : row.status());
    node.put("client_gone", row.clientGone());
    node.put("started", Instant.ofEpochMilli(row.startedMillis).toString());
    node.put(
        "ended",
        row.endedMillis() == 0 ? null : Instant.ofEpochMilli(row.endedMillis()).toString());
    node.put("prompt_tokens", row.promptTokens()).put("completion_tokens", row.completionTokens());
    return node;
  }
}
