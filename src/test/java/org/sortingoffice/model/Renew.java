package org.sortingoffice.model;

import java.util.List;
import java.util.Map;

/**
 * A process renews all that it believes to hold; what it lost does not come back.
 *
 * @param hands all hands of the process
 */
record Renew(List<Hand> hands) implements Action {
  @Override
  public List<Map<String, Object>> perform(
      ModelDatabase database, Statements statements, Knowledge knowledge) {
    return database.run(statements.get("renew-leases"), Values.of(knowledge.tokensOf(hands)));
  }

  @Override
  public Expectation expect(Facts before, Knowledge knowledge, List<Map<String, Object>> rows) {
    List<Token> held =
        knowledge.tokensOf(hands).stream().filter(token -> token.holds(before)).toList();
    Facts after =
        before.withEachJob(
            job -> held.stream().anyMatch(token -> token.job() == job.id()) ? job.renewed() : job);
    return new Expectation(after, knowledge, held.size() + " row(s)");
  }
}
