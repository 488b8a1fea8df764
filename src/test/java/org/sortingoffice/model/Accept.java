package org.sortingoffice.model;

import java.util.List;
import java.util.Map;

/**
 * Somebody sends a request, the same at every time: the first makes a ticket, the others get that
 * one (contract 3).
 */
record Accept() implements Action {
  @Override
  public List<Map<String, Object>> perform(
      ModelDatabase database, Statements statements, Knowledge knowledge) {
    return database.run(statements.get("accept-ticket"), Values.ticket("key"));
  }

  @Override
  public Expectation expect(Facts before, Knowledge knowledge, List<Map<String, Object>> rows) {
    if (!before.jobs().isEmpty() || rows.isEmpty()) {
      return new Expectation(before, knowledge, "new false");
    }
    long id = (Long) rows.get(0).get("id");
    return new Expectation(
        new Facts(
            List.of(JobFacts.accepted(id)),
            List.of(new TicketFacts(id, null, null, null)),
            before.results(),
            before.history(),
            before.gate()),
        knowledge,
        "new true");
  }

  @Override
  public String answer(List<Map<String, Object>> rows) {
    return rows.isEmpty() ? "0 row(s)" : "new " + rows.get(0).get("is_new");
  }
}
