package org.sortingoffice.model;

import java.util.List;
import java.util.Map;

/** A delivery that was claimed as a probe got a good answer, and opens the provider's gate. */
record OpenGate(Hand hand) implements Action {
  @Override
  public List<Map<String, Object>> perform(
      ModelDatabase database, Statements statements, Knowledge knowledge) {
    return database.run(statements.get("open-gate"), Values.of(knowledge.tokens().get(hand)));
  }

  /** It does so while no other probe has taken its place. */
  @Override
  public Expectation expect(Facts before, Knowledge knowledge, List<Map<String, Object>> rows) {
    GateFacts gate = before.gate();
    return !gate.open() && gate.listensTo(knowledge.tokens().get(hand).asProber())
        ? new Expectation(before.with(GateFacts.OPEN), knowledge, "1 row(s)")
        : new Expectation(before, knowledge, "0 row(s)");
  }
}
