package org.sortingoffice.model;

import java.util.List;
import java.util.Map;

/** A person decides that nothing more will be done about a job that was set aside. */
record Discard(long job) implements Action {
  @Override
  public List<Map<String, Object>> perform(
      ModelDatabase database, Statements statements, Knowledge knowledge) {
    return database.run(statements.get("discard-job"), Values.job(job));
  }

  @Override
  public String answer(List<Map<String, Object>> rows) {
    return rows.isEmpty()
        ? "unknown"
        : rows.get(0).get("state") + " done " + rows.get(0).get("done");
  }

  @Override
  public Expectation expect(Facts before, Knowledge knowledge, List<Map<String, Object>> rows) {
    JobFacts row = before.job(job);
    if (row.discarded()) {
      return new Expectation(before, knowledge, "discarded already done false");
    }
    return row.setAside()
        ? new Expectation(before.with(row.nowDiscarded()), knowledge, row.state() + " done true")
        : new Expectation(before, knowledge, row.state() + " done false");
  }
}
