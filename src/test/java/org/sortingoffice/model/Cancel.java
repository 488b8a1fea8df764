package org.sortingoffice.model;

import java.util.List;
import java.util.Map;

/** A person cancels a job; a worker that holds it loses its lease. */
record Cancel(long job) implements Action {
  @Override
  public List<Map<String, Object>> perform(
      ModelDatabase database, Statements statements, Knowledge knowledge) {
    return database.run(statements.get("cancel-job"), Values.job(job));
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
    if (!row.queued() && !row.running()) {
      return new Expectation(before, knowledge, row.state() + " done false");
    }
    Facts after =
        before.with(
            row.ended("cancelled", row.waits(), row.hasResults(), row.error(), row.failedStep()));
    if (row.running()) {
      after =
          after
              .with(before.gate().afterTheEndOf(job, row.delivery()))
              .plus(
                  new DeliveryFacts(
                      job,
                      row.delivery(),
                      row.attempt(),
                      row.lockedBy(),
                      true,
                      "cancelled",
                      null,
                      null,
                      null,
                      1));
    }
    return new Expectation(after, knowledge, row.state() + " done true");
  }
}
