package org.sortingoffice.model;

import java.util.List;
import java.util.Map;

/**
 * A worker saves the result of a step: the first one stays, whoever comes later.
 *
 * @param note by which two results of one delivery are told apart
 */
record Save(Hand hand, String step, String note) implements WorkerWrite {
  Save(Hand hand, String step) {
    this(hand, step, "");
  }

  @Override
  public String statement() {
    return "save-result";
  }

  @Override
  public Map<String, Object> values(Token token) {
    return Values.result(token, step, note);
  }

  @Override
  public String answer(List<Map<String, Object>> rows) {
    return rows.isEmpty() ? "0 row(s)" : "saved " + rows.get(0).get("saved");
  }

  @Override
  public Expectation effect(Facts before, Knowledge knowledge, Token token) {
    if (before.stepsDone(token.job()).contains(step)) {
      return new Expectation(before, knowledge, "saved false");
    }
    ResultFacts result =
        new ResultFacts(token.job(), step, token.delivery(), Values.resultText(token, step) + note);
    return new Expectation(before.plus(result), knowledge, "saved true");
  }
}
