package org.sortingoffice.model;

import java.util.List;
import java.util.Map;

/** A probe got a good answer and opens the provider's gate. */
record OpenGate() implements Action {
  @Override
  public List<Map<String, Object>> perform(
      ModelDatabase database, Statements statements, Knowledge knowledge) {
    return database.run(statements.get("open-gate"), Values.settings());
  }

  @Override
  public Expectation expect(Facts before, Knowledge knowledge, List<Map<String, Object>> rows) {
    return before.gate().open()
        ? new Expectation(before, knowledge, "0 row(s)")
        : new Expectation(before.with(GateFacts.OPEN), knowledge.gateOpened(), "1 row(s)");
  }
}
