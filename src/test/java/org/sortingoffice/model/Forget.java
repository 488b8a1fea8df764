package org.sortingoffice.model;

import java.util.List;
import java.util.Map;

/** A worker crashes, or at last notices that it lost its job: it will not write for it any more. */
record Forget(Hand hand) implements Action {
  @Override
  public List<Map<String, Object>> perform(
      ModelDatabase database, Statements statements, Knowledge knowledge) {
    return List.of();
  }

  @Override
  public Expectation expect(Facts before, Knowledge knowledge, List<Map<String, Object>> rows) {
    return new Expectation(before, knowledge.without(hand), "0 row(s)");
  }
}
