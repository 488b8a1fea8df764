package org.sortingoffice.model;

import java.util.List;
import java.util.Map;

/** All jobs stand in the bulk lane, as if their actors had many. */
record AllBulk() implements Action {
  @Override
  public List<Map<String, Object>> perform(
      ModelDatabase database, Statements statements, Knowledge knowledge) {
    return database.sql("update jobs set bulk = true");
  }

  @Override
  public Expectation expect(Facts before, Knowledge knowledge, List<Map<String, Object>> rows) {
    return new Expectation(before, knowledge, "0 row(s)");
  }
}
