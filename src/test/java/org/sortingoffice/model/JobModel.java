package org.sortingoffice.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;

/**
 * The job's state machine, as it should be, beside the one that the statements make. One step of
 * both; they must agree in every fact.
 */
final class JobModel {
  private final ModelDatabase database;
  private final Statements statements;

  JobModel(ModelDatabase database, Statements statements) {
    this.database = database;
    this.statements = statements;
  }

  /**
   * A moment.
   *
   * @param snapshot what the database says
   * @param knowledge what the workers believe
   */
  record Moment(Snapshot snapshot, Knowledge knowledge) {}

  /** Jobs that were just accepted, by the real statement, and nothing else. */
  Moment start(int jobs) {
    database.clear();
    for (int i = 1; i <= jobs; i++) {
      database.run(statements.get("accept-ticket"), Values.ticket("key-" + i));
    }
    return new Moment(database.look(), Knowledge.NONE);
  }

  /**
   * Does the action and checks what became of it.
   *
   * @throws AssertionError when the statements did something else than they should
   */
  Moment step(Moment before, Action action) {
    List<Map<String, Object>> rows;
    try {
      rows = action.perform(database, statements, before.knowledge());
    } catch (StatementFailed failure) {
      throw new AssertionError(action + " failed: " + failure.getMessage(), failure);
    }
    Snapshot after = database.look();
    Facts facts = before.snapshot().facts();
    Expectation expected = action.expect(facts, before.knowledge(), rows);
    action.checkChoice(facts, rows);
    assertThat(action.answer(rows))
        .as(() -> "answer to %s".formatted(action))
        .isEqualTo(expected.answer());
    agree("jobs", action, after.facts().jobs(), expected.facts().jobs());
    agree("tickets", action, after.facts().tickets(), expected.facts().tickets());
    agree("results", action, after.facts().results(), expected.facts().results());
    agree("history", action, after.facts().history(), expected.facts().history());
    agree("gate", action, List.of(after.facts().gate()), List.of(expected.facts().gate()));
    if (expected.facts().equals(facts)
        && (action instanceof WorkerWrite || action instanceof Release)) {
      assertThat(after.rows())
          .as(() -> "rows of all tables after %s".formatted(action))
          .isEqualTo(before.snapshot().rows());
    }
    Invariants.checkChange(facts, after.facts(), action);
    Invariants.check(after, expected.knowledge());
    return new Moment(after, expected.knowledge());
  }

  private static void agree(String what, Action action, List<?> actual, List<?> expected) {
    if (!actual.equals(expected)) {
      List<?> wrong = actual.stream().filter(row -> !expected.contains(row)).toList();
      List<?> missing = expected.stream().filter(row -> !actual.contains(row)).toList();
      assertThat(wrong).as(() -> "%s after %s".formatted(what, action)).isEqualTo(missing);
      assertThat(actual).as(() -> "%s after %s".formatted(what, action)).isEqualTo(expected);
    }
  }
}
