package org.sortingoffice.model;

import java.util.List;
import java.util.Map;

/**
 * Housekeeping looks for jobs that waited too long.
 *
 * @param job the one that did, if it is still queued
 */
record BuryOld(long job) implements Action {
  /** Makes all jobs old, whatever their state. */
  static void growOld(ModelDatabase database) {
    database.sql("update jobs set queued_since = now() - interval '2 days'");
  }

  @Override
  public List<Map<String, Object>> perform(
      ModelDatabase database, Statements statements, Knowledge knowledge) {
    return database.run(statements.get("bury-old-jobs"), Values.settings());
  }

  @Override
  public Expectation expect(Facts before, Knowledge knowledge, List<Map<String, Object>> rows) {
    JobFacts row = before.job(job);
    return row.queued()
        ? new Expectation(
            before.with(row.ended("dead_letter", 0, row.hasResults(), "TooOld", row.failedStep())),
            knowledge,
            "1 row(s)")
        : new Expectation(before, knowledge, "0 row(s)");
  }
}
