package org.sortingoffice.model;

import java.util.List;
import java.util.Map;

/** A job waits for more than a day, and housekeeping looks. */
record AgeOut(long job) implements Action {
  @Override
  public List<Map<String, Object>> perform(
      ModelDatabase database, Statements statements, Knowledge knowledge) {
    database.sql(
        "update jobs set queued_since = now() - interval '2 days' where id = ? and state = 'queued'",
        job);
    return new BuryOld(job).perform(database, statements, knowledge);
  }

  @Override
  public Expectation expect(Facts before, Knowledge knowledge, List<Map<String, Object>> rows) {
    return new BuryOld(job).expect(before, knowledge, rows);
  }
}
