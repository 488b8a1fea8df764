package org.sortingoffice.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Runs every write of a worker in situations in which it must have no effect. */
final class LateWrites {
  private final ModelDatabase database;

  LateWrites(ModelDatabase database) {
    this.database = database;
  }

  /** Every write of a worker that there is, from this hand. */
  static List<Action> writes(Hand hand) {
    List<Action> writes = new ArrayList<>();
    for (String step : List.of("classify", "draft_reply", "embed")) {
      writes.add(new Save(hand, step));
    }
    writes.add(new Finish(hand));
    Stream.of(Wait.values()).forEach(wait -> writes.add(new Park(hand, wait)));
    writes.add(new Bury(hand, "failed"));
    writes.add(new Bury(hand, "dead_letter"));
    writes.add(new Release(hand));
    writes.add(new Renew(List.of(hand)));
    return writes;
  }

  /**
   * What a worker's statement does in a situation in which it should do nothing.
   *
   * @return what is wrong; empty when nothing is
   */
  List<String> effects(Situation situation, Statements statements, String only) {
    database.begin();
    try {
      JobModel model = new JobModel(database, Statements.real());
      JobModel.Moment now = model.start(situation.jobs());
      Token token = null;
      for (Action action : situation.path()) {
        now = model.step(now, action);
        token = token == null ? now.knowledge().tokens().get(situation.late()) : token;
      }
      return effects(now.snapshot(), situation.token(token), situation, statements, only);
    } finally {
      database.rollback();
    }
  }

  private List<String> effects(
      Snapshot before, Token token, Situation situation, Statements statements, String only) {
    List<String> effects = new ArrayList<>();
    database.mark();
    Knowledge knowledge = Knowledge.NONE.holding(situation.late(), token);
    for (Action write : writes(situation.late())) {
      if (statement(write).equals(only)) {
        effects.addAll(effect(before, knowledge, write, statements));
        database.back();
      }
    }
    return effects;
  }

  private List<String> effect(
      Snapshot before, Knowledge knowledge, Action write, Statements statements) {
    try {
      List<Map<String, Object>> rows = write.perform(database, statements, knowledge);
      List<String> effects = new ArrayList<>();
      if (!rows.isEmpty()) {
        effects.add(write + " answered " + rows);
      }
      if (!database.look().rows().equals(before.rows())) {
        effects.add(write + " changed rows");
      }
      return effects;
    } catch (StatementFailed failure) {
      return List.of(write + " failed: " + failure.getMessage());
    }
  }

  /** The name of the statement behind a worker's write. */
  static String statement(Action write) {
    return write instanceof WorkerWrite worker
        ? worker.statement()
        : write instanceof Release ? "release-jobs" : "renew-leases";
  }
}
