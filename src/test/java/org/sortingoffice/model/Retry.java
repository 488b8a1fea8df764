package org.sortingoffice.model;

import java.util.List;
import java.util.Map;

/** A person redrives a job. */
record Retry(long job) implements Action {
  @Override
  public List<Map<String, Object>> perform(
      ModelDatabase database, Statements statements, Knowledge knowledge) {
    return database.run(statements.get("redrive-jobs"), Values.job(job));
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
    if (!row.setAside()) {
      return new Expectation(before, knowledge, row.state() + " done false");
    }
    JobFacts redriven =
        row.queuedAgain(0, true, null, 0, !before.stepsDone(job).isEmpty(), null)
            .withFailedStep(null);
    return new Expectation(
        before.with(redriven), knowledge.redriven(job, row.delivery()), row.state() + " done true");
  }
}
