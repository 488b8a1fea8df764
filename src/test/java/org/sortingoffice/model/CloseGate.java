package org.sortingoffice.model;

import java.util.List;
import java.util.Map;

/** A worker was refused and closes the provider's gate. */
record CloseGate(String reason, boolean probe) implements Action {
  private static final List<String> WEAKEST_FIRST =
      List.of("rate_limited", "breaker_open", "provider_blocked");

  @Override
  public List<Map<String, Object>> perform(
      ModelDatabase database, Statements statements, Knowledge knowledge) {
    return database.run(statements.get("close-gate"), Values.closing(reason, probe));
  }

  @Override
  public Expectation expect(Facts before, Knowledge knowledge, List<Map<String, Object>> rows) {
    GateFacts gate = before.gate();
    boolean closes =
        gate.open()
            || probe
            || WEAKEST_FIRST.indexOf(reason) > WEAKEST_FIRST.indexOf(gate.reason());
    return closes
        ? new Expectation(
            before.with(new GateFacts(reason, false, gate.consecutive() + 1, false)),
            knowledge,
            "1 row(s)")
        : new Expectation(before, knowledge, "0 row(s)");
  }
}
