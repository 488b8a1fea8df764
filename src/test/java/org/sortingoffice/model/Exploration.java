package org.sortingoffice.model;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Does everything that can be done, in every order: from every state that can be reached each
 * action is run once on the real database, breadth first, so that a violation is found by its
 * shortest way. It ends when nothing new is left, not at a depth.
 */
final class Exploration {
  private final ModelDatabase database;
  private final JobModel model;
  private final Scope scope;
  private final Map<StateKey, Node> known = new LinkedHashMap<>();
  private final Deque<Node> unexplored = new ArrayDeque<>();
  private int transitions;

  Exploration(ModelDatabase database, Statements statements, Scope scope) {
    this.database = database;
    this.model = new JobModel(database, statements);
    this.scope = scope;
  }

  /** A state, how it is first reached, and which states reach it without help from outside. */
  private static final class Node {
    private final JobModel.Moment moment;
    private final Node from;
    private final Action by;
    private final Set<Node> comesUnaidedFrom = new HashSet<>();

    Node(JobModel.Moment moment, Node from, Action by) {
      this.moment = moment;
      this.from = from;
      this.by = by;
    }

    List<Action> path() {
      List<Action> path = new ArrayList<>();
      for (Node node = this; node.by != null; node = node.from) {
        path.add(0, node.by);
      }
      return path;
    }
  }

  /**
   * What was seen.
   *
   * @param states how many states differ
   * @param transitions how many actions were run
   * @param byState how many states there are for each state of the first job
   */
  record Report(int states, int transitions, Map<String, Integer> byState) {}

  /**
   * Runs it from the beginning.
   *
   * @param jobs how many jobs there are
   * @throws ModelViolation when the statements do what they should not
   */
  Report run(int jobs) {
    return run(jobs, List.of());
  }

  /**
   * Runs it from a later moment on.
   *
   * @param way what happens before
   */
  Report run(int jobs, List<Action> way) {
    database.begin();
    Node node = new Node(model.start(jobs), null, null);
    for (Action action : way) {
      node = new Node(step(node, action), node, action);
    }
    add(node);
    database.rollback();
    while (!unexplored.isEmpty()) {
      explore(unexplored.remove());
    }
    everyUnfinishedJobComesToItsEndUnaided();
    Map<String, Integer> byState = new HashMap<>();
    known.values().forEach(each -> byState.merge(first(each).state(), 1, Integer::sum));
    return new Report(known.size(), transitions, byState);
  }

  private void explore(Node node) {
    database.begin();
    try {
      database.restore(node.moment.snapshot());
      database.mark();
      for (Action action : scope.actions(node.moment)) {
        JobModel.Moment after = step(node, action);
        transitions++;
        database.back();
        Node reached = add(new Node(after, node, action));
        if (unaided(action)) {
          reached.comesUnaidedFrom.add(node);
        }
      }
    } finally {
      database.rollback();
    }
  }

  private JobModel.Moment step(Node node, Action action) {
    try {
      return model.step(node.moment, action);
    } catch (AssertionError error) {
      List<Action> path = node.path();
      path.add(action);
      throw new ModelViolation("Found by doing everything in every order.", path, error);
    }
  }

  private Node add(Node node) {
    Node before = known.putIfAbsent(StateKey.of(node.moment, scope), node);
    if (before == null) {
      unexplored.add(node);
      return node;
    }
    return before;
  }

  /** What happens by itself while one worker lives and the provider answers. */
  private static boolean unaided(Action action) {
    return action instanceof Claim
        || action instanceof Save
        || action instanceof Finish
        || action instanceof Recover
        || action instanceof Forget
        || action instanceof TimePasses;
  }

  private static JobFacts first(Node node) {
    return node.moment.snapshot().facts().jobs().get(0);
  }

  private void everyUnfinishedJobComesToItsEndUnaided() {
    Set<Node> canSucceed = leadingTo(Set.of("succeeded"));
    Set<Node> canEnd = leadingTo(Set.of("succeeded", "dead_letter"));
    for (Node node : known.values()) {
      JobFacts job = first(node);
      // A job whose worker was lost at the last attempt is set aside; all others may still succeed.
      boolean lastWorkerLost =
          job.running() && job.attempt() >= Values.MAX_ATTEMPTS && !held(node, job);
      Set<Node> good = lastWorkerLost ? canEnd : canSucceed;
      if ((job.queued() || job.running()) && !good.contains(node)) {
        throw new ModelViolation(
            "From here the job comes to no end by itself: " + job,
            node.path(),
            new AssertionError("a job that can never move again"));
      }
    }
  }

  private static boolean held(Node node, JobFacts job) {
    return node.moment.knowledge().tokens().values().stream()
        .anyMatch(token -> token.job() == job.id() && token.holds(node.moment.snapshot().facts()));
  }

  private Set<Node> leadingTo(Set<String> ends) {
    Set<Node> leading = new HashSet<>();
    Deque<Node> open = new ArrayDeque<>();
    for (Node node : known.values()) {
      if (ends.contains(first(node).state())) {
        leading.add(node);
        open.add(node);
      }
    }
    while (!open.isEmpty()) {
      for (Node earlier : open.remove().comesUnaidedFrom) {
        if (leading.add(earlier)) {
          open.add(earlier);
        }
      }
    }
    return leading;
  }
}
