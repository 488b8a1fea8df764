package org.sortingoffice.model;

import java.util.List;
import java.util.Map;

/**
 * A fenced write of a worker: it has its effect when the worker's delivery still holds the job, and
 * none at all otherwise. A worker that lost its job does not know it, and writes on.
 */
interface WorkerWrite extends Action {
  Hand hand();

  /** The statement's name. */
  String statement();

  Map<String, Object> values(Token token);

  /** The effect of the holder's write. */
  Expectation effect(Facts before, Knowledge knowledge, Token token);

  @Override
  default List<Map<String, Object>> perform(
      ModelDatabase database, Statements statements, Knowledge knowledge) {
    return database.run(statements.get(statement()), values(knowledge.tokens().get(hand())));
  }

  @Override
  default Expectation expect(Facts before, Knowledge knowledge, List<Map<String, Object>> rows) {
    return expect(before, knowledge, knowledge.tokens().get(hand()));
  }

  /** What must be true afterwards, whoever has the token. */
  default Expectation expect(Facts before, Knowledge knowledge, Token token) {
    return token.holds(before)
        ? effect(before, knowledge, token)
        : new Expectation(before, knowledge, "0 row(s)");
  }
}
