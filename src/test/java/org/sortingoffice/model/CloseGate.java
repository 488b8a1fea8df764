package org.sortingoffice.model;

import java.util.List;
import java.util.Map;

/**
 * A worker was refused and closes the provider's gate.
 *
 * @param reason why
 * @param probe whose delivery was refused, if it was claimed as a probe; null for any other
 */
record CloseGate(String reason, Hand probe) implements Action {
  CloseGate(String reason) {
    this(reason, null);
  }

  private static final List<String> WEAKEST_FIRST =
      List.of("rate_limited", "breaker_open", "provider_blocked");

  @Override
  public List<Map<String, Object>> perform(
      ModelDatabase database, Statements statements, Knowledge knowledge) {
    return database.run(statements.get("close-gate"), Values.closing(reason, prober(knowledge)));
  }

  private Prober prober(Knowledge knowledge) {
    return probe == null ? null : knowledge.tokens().get(probe).asProber();
  }

  @Override
  public Expectation expect(Facts before, Knowledge knowledge, List<Map<String, Object>> rows) {
    GateFacts gate = before.gate();
    boolean byProbe = gate.listensTo(prober(knowledge));
    boolean closes =
        gate.open()
            || byProbe
            || WEAKEST_FIRST.indexOf(reason) > WEAKEST_FIRST.indexOf(gate.reason());
    return closes
        ? new Expectation(
            before.with(
                byProbe || gate.open()
                    ? new GateFacts(reason, false, gate.consecutive() + 1, false, null)
                    : new GateFacts(
                        reason, false, gate.consecutive() + 1, gate.probing(), gate.prober())),
            knowledge,
            "1 row(s)")
        : new Expectation(before, knowledge, "0 row(s)");
  }
}
