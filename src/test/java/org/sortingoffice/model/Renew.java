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
    List<Token> tokens = tokens(knowledge);
    Map<String, Object> values = Values.settings();
    values.put("body.ids", tokens.stream().map(Token::job).toArray(Long[]::new));
    values.put("body.deliveries", tokens.stream().map(Token::delivery).toArray(Integer[]::new));
    return database.run(statements.get("renew-leases"), values);
  }

  private List<Token> tokens(Knowledge knowledge) {
    return hands.stream()
        .filter(knowledge.tokens()::containsKey)
        .map(knowledge.tokens()::get)
        .toList();
  }

  @Override
  public Expectation expect(Facts before, Knowledge knowledge, List<Map<String, Object>> rows) {
    List<Token> held = tokens(knowledge).stream().filter(token -> token.holds(before)).toList();
    Facts after =
        before.withEachJob(
            job -> held.stream().anyMatch(token -> token.job() == job.id()) ? job.renewed() : job);
    return new Expectation(after, knowledge, held.size() + " row(s)");
  }
}
