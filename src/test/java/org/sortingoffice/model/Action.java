package org.sortingoffice.model;

import java.util.List;
import java.util.Map;

/** Something that a worker, the recovery, a person or time does, on the real database. */
interface Action {
  /** Runs the real statement and returns its rows. */
  List<Map<String, Object>> perform(
      ModelDatabase database, Statements statements, Knowledge knowledge);

  /**
   * What must be true afterwards.
   *
   * @param before what was true before
   * @param knowledge what the workers believed
   * @param rows what the statement answered; only where it has a choice may the expectation follow
   *     it
   */
  Expectation expect(Facts before, Knowledge knowledge, List<Map<String, Object>> rows);

  /**
   * Checks what the statement chose where it has a choice and nobody else holds a lock.
   *
   * @throws AssertionError when it chose badly
   */
  default void checkChoice(Facts before, List<Map<String, Object>> rows) {}

  /** The part of the answer that callers act on. */
  default String answer(List<Map<String, Object>> rows) {
    return rows.size() + " row(s)";
  }
}
