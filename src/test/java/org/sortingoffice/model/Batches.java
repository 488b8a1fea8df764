package org.sortingoffice.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Rows of two callers in one statement. Each must have the effect that it would have alone, the
 * first first: a row whose lease is lost has none, and does not keep the other from having its own.
 */
final class Batches {
  /** The statements of a worker that several workers' threads share. */
  static final List<String> STATEMENTS =
      WritingStatement.ofWorkers().stream()
          .filter(name -> SqlStatement.read(name).isForManyRows())
          .toList();

  /** What a statement does must not depend on which row a join happens to find first. */
  private static final List<List<String>> WAYS_TO_JOIN =
      List.of(
          List.of(),
          // By hash, the batch in the table: the planner believes in many jobs.
          List.of(
              "set local enable_nestloop = off",
              "set local enable_mergejoin = off",
              "set local enable_indexscan = off",
              "set local enable_bitmapscan = off",
              "update pg_class set reltuples = 1000000, relpages = 1 where oid = 'jobs'::regclass"));

  private static final Hand ONE = new Hand("worker", 1, 0);
  private static final Hand OTHER = new Hand("worker", 2, 0);

  private final ModelDatabase database;

  Batches(ModelDatabase database) {
    this.database = database;
  }

  /**
   * A moment at which two rows may come together.
   *
   * @param name what it is
   * @param jobs how many jobs there are
   * @param path the way there
   * @param late the situation in which one of the two writes too late, or null: then each of the
   *     two may hold a job
   */
  record Scene(String name, int jobs, List<Action> path, Situation late) {
    static List<Scene> all() {
      List<Scene> all = new ArrayList<>(ofHolders());
      for (Situation situation : Situation.all()) {
        all.add(
            new Scene(
                "one comes late, because " + situation.name(),
                situation.jobs(),
                situation.path(),
                situation));
      }
      return all;
    }

    private static List<Scene> ofHolders() {
      Claim claim = new Claim(List.of(ONE));
      Claim other = new Claim(List.of(OTHER));
      Action waitOfOne = new Park(ONE, Wait.RATE_LIMITED);
      CloseGate close = new CloseGate("rate_limited");
      return List.of(
          holders("two jobs are held", other, claim),
          holders("the first step of one is saved", other, claim, new Save(OTHER, "classify")),
          holders(
              "one of two jobs has waited before",
              other,
              claim,
              waitOfOne,
              TimePasses.WAITS,
              claim),
          holders(
              "both jobs have waited before",
              other,
              claim,
              new Park(OTHER, Wait.RATE_LIMITED),
              waitOfOne,
              TimePasses.WAITS,
              other,
              claim),
          holders(
              "one waited at another attempt, became too old and was redriven",
              other,
              claim,
              new Park(ONE, Wait.RETRY),
              TimePasses.WAITS,
              claim,
              waitOfOne,
              new AgeOut(2),
              new Retry(2),
              claim),
          holders(
              "one is a probe, and the gate was being closed while the other was claimed",
              other,
              close,
              new ClosedEarlier(),
              TimePasses.GATE,
              claim),
          holders(
              "one is a probe, the other was one before the gate was opened and closed again",
              close,
              TimePasses.GATE,
              other,
              new OpenGate(OTHER),
              close,
              TimePasses.GATE,
              claim));
    }

    private static Scene holders(String name, Action... path) {
      return new Scene(name, 2, List.of(path), null);
    }

    @Override
    public String toString() {
      return name;
    }
  }

  /**
   * The transaction that closed the gate had begun before a claim that did not see it. In a test of
   * one after the other that cannot happen by itself.
   */
  private record ClosedEarlier() implements Action {
    @Override
    public List<Map<String, Object>> perform(
        ModelDatabase database, Statements statements, Knowledge knowledge) {
      return database.sql("update provider_gate set closed_at = closed_at - interval '1 hour'");
    }

    @Override
    public Expectation expect(Facts before, Knowledge knowledge, List<Map<String, Object>> rows) {
      return new Expectation(before, knowledge, "0 row(s)");
    }
  }

  /**
   * A scene, prepared.
   *
   * @param moment what is true
   * @param pairs whose rows come together, in this order
   */
  record Reached(JobModel.Moment moment, List<List<Token>> pairs) {}

  /** Prepares it with the real statements. */
  Reached reach(Scene scene) {
    JobModel model = new JobModel(database, Statements.real());
    JobModel.Moment now = model.start(scene.jobs());
    Token late = null;
    for (Action action : scene.path()) {
      now = model.step(now, action);
      if (scene.late() != null && late == null) {
        late = now.knowledge().tokens().get(scene.late().late());
      }
    }
    if (late == null) {
      return new Reached(now, anyTwo(List.copyOf(now.knowledge().tokens().values())));
    }
    database.run(Statements.real().get("accept-ticket"), Values.ticket("key-beside"));
    now = new JobModel.Moment(database.look(), now.knowledge());
    now = model.step(now, new Claim(List.of(beside(0), beside(1), beside(2))));
    return new Reached(now, besideHolders(scene.late().token(late), now));
  }

  private static Hand beside(int number) {
    return new Hand("beside", 4, number);
  }

  private static List<List<Token>> anyTwo(List<Token> tokens) {
    List<List<Token>> pairs = new ArrayList<>();
    for (Token first : tokens) {
      for (Token second : tokens) {
        pairs.add(List.of(first, second));
      }
    }
    return pairs;
  }

  private static List<List<Token>> besideHolders(Token late, JobModel.Moment now) {
    List<List<Token>> pairs = new ArrayList<>();
    for (Token token : now.knowledge().tokens().values()) {
      if (token.holds(now.snapshot().facts())) {
        pairs.add(List.of(late, token));
        pairs.add(List.of(token, late));
      }
    }
    return pairs;
  }

  /**
   * Runs every batch of two for which the statement may be used.
   *
   * @return what is wrong; empty when nothing is
   */
  List<String> failures(Reached reached, Statements statements, String statement) {
    List<String> failures = new ArrayList<>();
    for (List<String> way : WAYS_TO_JOIN) {
      failures.addAll(failures(reached, statements, statement, way));
    }
    return failures;
  }

  private List<String> failures(
      Reached reached, Statements statements, String statement, List<String> wayToJoin) {
    List<String> failures = new ArrayList<>();
    database.begin();
    try {
      database.restore(reached.moment().snapshot());
      wayToJoin.forEach(database::sql);
      database.mark();
      for (List<Token> pair : reached.pairs()) {
        for (WorkerWrite first : writes(statement, "")) {
          for (WorkerWrite second : writes(statement, " again")) {
            List<Row> batch = List.of(new Row(first, pair.get(0)), new Row(second, pair.get(1)));
            String failure = failure(reached.moment(), batch, statements.get(statement));
            if (failure != null) {
              failures.add(batch + ": " + failure);
            }
            database.back();
          }
        }
      }
    } finally {
      database.rollback();
    }
    return failures;
  }

  private record Row(WorkerWrite write, Token token) {}

  private static List<WorkerWrite> writes(String statement, String note) {
    return switch (statement) {
      case "save-result" ->
          List.of(
              new Save(ONE, "classify", note),
              new Save(ONE, "draft_reply", note),
              new Save(ONE, "embed", note));
      case "finish-job" -> List.of(new Finish(ONE));
      case "park-job" ->
          List.of(
              new Park(ONE, Wait.RETRY),
              new Park(ONE, Wait.RATE_LIMITED),
              new Park(ONE, Wait.BREAKER_OPEN));
      case "bury-job" -> List.of(new Bury(ONE, "failed"), new Bury(ONE, "dead_letter"));
      default -> throw new IllegalArgumentException("what does a batch of " + statement + " do?");
    };
  }

  /** What the batch did else than its rows one after the other; null when nothing. */
  private String failure(JobModel.Moment before, List<Row> batch, SqlStatement statement) {
    List<List<Map<String, Object>>> answers;
    try {
      answers =
          database.together(
              statement, batch.stream().map(row -> row.write().values(row.token())).toList());
    } catch (StatementFailed | AssertionError failure) {
      return failure.getMessage();
    }
    Facts facts = before.snapshot().facts();
    for (int i = 0; i < batch.size(); i++) {
      Row row = batch.get(i);
      Expectation expected = row.write().expect(facts, before.knowledge(), row.token());
      String answer = row.write().answer(answers.get(i));
      if (!answer.equals(expected.answer())) {
        return "row %d answered %s instead of %s".formatted(i + 1, answer, expected.answer());
      }
      facts = expected.facts();
    }
    Snapshot after = database.look();
    if (!after.facts().equals(facts)) {
      return "expected %s%nbut was  %s".formatted(facts, after.facts());
    }
    return facts.equals(before.snapshot().facts()) && !after.rows().equals(before.snapshot().rows())
        ? "changed rows"
        : null;
  }
}
