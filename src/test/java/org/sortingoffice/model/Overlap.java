package org.sortingoffice.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.sql.DataSource;

/**
 * Two transactions that really overlap: the second starts while the first holds its locks. They
 * must do what they would do one after the other; or the second, if it skips locked rows, does
 * nothing and waits for nobody. (Only a claim while the gate is half open, and a recovery that
 * takes back a probe, wait for the row of the gate: it decides who is the probe.)
 */
final class Overlap implements AutoCloseable {
  private static final long SECONDS = 20;

  private final ModelDatabase first;
  private final ModelDatabase second;
  private final ModelDatabase observer;
  private final int secondId;

  Overlap(DataSource database) {
    first = ModelDatabase.connect(database);
    second = ModelDatabase.connect(database);
    observer = ModelDatabase.connect(database);
    secondId = second.processId();
  }

  /**
   * A moment at which several things can happen at once.
   *
   * @param name what it is
   * @param jobs how many jobs there are
   * @param path the way there
   * @param old whether the jobs waited for too long
   * @param actions what can happen
   */
  record Start(String name, int jobs, List<Action> path, boolean old, List<Action> actions) {
    private static final Hand ONE = new Hand("worker", 1, 0);
    private static final Hand OTHER = new Hand("worker", 2, 0);

    static List<Start> all() {
      List<Action> held = new ArrayList<>(LateWrites.writes(ONE));
      held.removeIf(
          write ->
              write instanceof Park park && park.why() != Wait.RATE_LIMITED
                  || write instanceof Save save && !save.step().equals("classify")
                  || write instanceof Bury bury && bury.outcome().equals("failed"));
      held.addAll(
          List.of(
              new Claim(List.of(OTHER)),
              new Recover(),
              new Retry(1),
              new Cancel(1),
              new Discard(1),
              new BuryOld(1)));
      List<Action> queued =
          List.of(
              new Claim(List.of(ONE)),
              new Claim(List.of(OTHER)),
              new Recover(),
              new Cancel(1),
              new BuryOld(1),
              new Discard(1));
      Claim claim = new Claim(List.of(ONE));
      List<Action> aroundAProbe =
          List.of(
              new Claim(List.of(OTHER)),
              new OpenGate(ONE),
              new CloseGate("rate_limited", ONE),
              new CloseGate("provider_blocked"),
              new Release(ONE),
              new Cancel(1));
      List<Action> aroundAnEnd =
          List.of(new Retry(1), new Cancel(1), new Discard(1), new Claim(List.of(OTHER)));
      List<Action> aroundALostProbe = new ArrayList<>(aroundAProbe);
      aroundALostProbe.add(new Recover());
      return List.of(
          new Start("a request comes twice", 0, List.of(), false, List.of(new Accept())),
          new Start("one job is due, and old", 1, List.of(), true, queued),
          new Start(
              "one job is due that lost its worker, and old",
              1,
              List.of(claim, TimePasses.LEASES, new Recover(), new Forget(ONE)),
              true,
              queued),
          new Start("two jobs are due", 2, List.of(), false, queued.subList(0, 4)),
          new Start(
              "two jobs are due, one of them begun",
              2,
              List.of(claim, new Save(ONE, "classify"), new Release(ONE)),
              false,
              queued.subList(0, 4)),
          new Start(
              "two bulk jobs are due", 2, List.of(new AllBulk()), false, queued.subList(0, 4)),
          new Start(
              "a job is due that lost its worker twice",
              1,
              List.of(
                  claim,
                  TimePasses.LEASES,
                  new Recover(),
                  new Forget(ONE),
                  claim,
                  TimePasses.LEASES,
                  new Recover(),
                  new Forget(ONE),
                  TimePasses.WAITS),
              false,
              queued.subList(0, 4)),
          new Start(
              "two jobs are due, and the gate may be tried",
              2,
              List.of(new CloseGate("rate_limited"), TimePasses.GATE),
              false,
              List.of(
                  new Claim(List.of(ONE)),
                  new Claim(List.of(OTHER)),
                  new CloseGate("provider_blocked"))),
          new Start(
              "a probe is under way",
              2,
              List.of(new CloseGate("rate_limited"), TimePasses.GATE, claim),
              false,
              aroundAProbe),
          new Start(
              "a probe is late, and another may take its place",
              2,
              List.of(new CloseGate("rate_limited"), TimePasses.GATE, claim, TimePasses.PROBE),
              false,
              aroundAProbe),
          new Start(
              "a probe is late, and its job may be the next",
              1,
              List.of(
                  new CloseGate("rate_limited"),
                  TimePasses.GATE,
                  claim,
                  TimePasses.PROBE,
                  TimePasses.LEASES,
                  new Recover()),
              false,
              aroundAProbe),
          new Start(
              "a probe is lost",
              2,
              List.of(new CloseGate("rate_limited"), TimePasses.GATE, claim, TimePasses.LEASES),
              false,
              aroundALostProbe),
          new Start("a job is held, and old", 1, List.of(claim), true, held),
          new Start(
              "the lease of an old job ended", 1, List.of(claim, TimePasses.LEASES), true, held),
          new Start(
              "a job is set aside", 1, List.of(claim, new Bury(ONE, "failed")), false, aroundAnEnd),
          new Start(
              "a job is discarded",
              1,
              List.of(claim, new Bury(ONE, "failed"), new Discard(1)),
              false,
              aroundAnEnd));
    }

    /** Prepares it with the real statements. */
    JobModel.Moment reach(ModelDatabase database) {
      JobModel model = new JobModel(database, Statements.real());
      JobModel.Moment now = model.start(jobs);
      for (Action action : path) {
        now = model.step(now, action);
      }
      if (old) {
        BuryOld.growOld(database);
      }
      return new JobModel.Moment(database.look(), now.knowledge());
    }

    @Override
    public String toString() {
      return name;
    }
  }

  JobModel.Moment reach(Start start) {
    return start.reach(first);
  }

  /**
   * Lets two actions overlap.
   *
   * @param from where both begin
   * @param commits whether the first commits; else it is rolled back, as after a crash
   * @throws AssertionError when what came out is not what one after the other gives
   */
  void run(JobModel.Moment from, Action one, Action two, boolean commits, Statements statements) {
    first.restore(from.snapshot());
    first.begin();
    List<Map<String, Object>> answerOfOne;
    CompletableFuture<List<Map<String, Object>>> running;
    boolean waited;
    try {
      answerOfOne = one.perform(first, statements, from.knowledge());
      running =
          CompletableFuture.supplyAsync(() -> two.perform(second, statements, from.knowledge()));
      waited = waits(running);
    } catch (StatementFailed failure) {
      first.rollback();
      throw new AssertionError(one + " failed: " + failure.getMessage(), failure);
    }
    if (commits) {
      first.commit();
    } else {
      first.rollback();
    }
    List<Map<String, Object>> answerOfTwo = result(two, running);
    if (two instanceof Accept && answerOfTwo.isEmpty()) {
      // As its route does: the twin was committed after this one had begun.
      answerOfTwo = two.perform(second, statements, from.knowledge());
    }
    Facts before = from.snapshot().facts();
    Expectation afterOne = one.expect(before, from.knowledge(), answerOfOne);
    same(one, one.answer(answerOfOne), afterOne.answer());
    Facts between = commits ? afterOne.facts() : before;
    judge(two, waited, answerOfTwo, before, between, from.knowledge());
  }

  /** True when the second waits for the first; false when it ended without. */
  private boolean waits(CompletableFuture<?> running) {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
    while (!running.isDone()) {
      Map<String, Object> row =
          observer.sql("select cardinality(pg_blocking_pids(?)) > 0 as blocked", secondId).get(0);
      if ((Boolean) row.get("blocked")) {
        return true;
      }
      if (System.nanoTime() > end) {
        throw new AssertionError("neither ended nor blocked");
      }
    }
    return false;
  }

  private static List<Map<String, Object>> result(
      Action two, CompletableFuture<List<Map<String, Object>>> running) {
    try {
      return running.get(SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException failure) {
      throw new AssertionError(two + " failed: " + failure.getCause().getMessage(), failure);
    } catch (TimeoutException | InterruptedException failure) {
      throw new AssertionError(two + " did not end", failure);
    }
  }

  private void judge(
      Action two,
      boolean waited,
      List<Map<String, Object>> answer,
      Facts before,
      Facts between,
      Knowledge knowledge) {
    Facts after = observer.look().facts();
    if (waited) {
      after = withoutHint(after);
    }
    boolean stepsAside = two instanceof Claim || two instanceof Recover || two instanceof BuryOld;
    boolean asksTheGate = (two instanceof Claim || two instanceof Recover) && !before.gate().open();
    if (stepsAside && waited && !asksTheGate) {
      throw new AssertionError(two + " waited for a lock");
    }
    if (stepsAside && answer.isEmpty() && after.equals(between)) {
      return;
    }
    Expectation expected = two.expect(between, knowledge, answer);
    same(two, two.answer(answer), expected.answer());
    Facts facts = waited ? withoutHint(expected.facts()) : expected.facts();
    same(two, after.jobs(), facts.jobs());
    same(two, after, facts);
  }

  /**
   * Without what is known to lag: a statement that waited for a save looks at the results of before
   * its wait. has_results only decides which jobs go first; the claim reads the results themselves.
   */
  private static Facts withoutHint(Facts facts) {
    return facts.withEachJob(JobFacts::withoutHint);
  }

  private static void same(Action action, Object actual, Object expected) {
    if (!actual.equals(expected)) {
      throw new AssertionError(
          "%s, second:%nexpected %s%nbut was  %s".formatted(action, expected, actual));
    }
  }

  @Override
  public void close() {
    first.close();
    second.close();
    observer.close();
  }
}
