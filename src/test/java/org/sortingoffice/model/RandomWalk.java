package org.sortingoffice.model;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/**
 * Does one thing after the other by chance, for long, with more jobs and workers than an {@link
 * Exploration} can look at. What fails is made shorter before it is told: every action that can be
 * left out is.
 */
final class RandomWalk {
  private static final int MOST_REPLAYS = 400;

  private final ModelDatabase database;
  private final JobModel model;
  private final Scope scope;
  private final int jobs;

  RandomWalk(ModelDatabase database, Statements statements, Scope scope, int jobs) {
    this.database = database;
    this.model = new JobModel(database, statements);
    this.scope = scope;
    this.jobs = jobs;
  }

  /**
   * Walks.
   *
   * @param seed decides about all that happens
   * @param length how many actions
   * @return how many differing states were seen
   * @throws ModelViolation when the statements do what they should not
   */
  int walk(long seed, int length) {
    Random random = new Random(seed);
    List<Action> path = new ArrayList<>();
    Set<StateKey> seen = new HashSet<>();
    JobModel.Moment now = model.start(jobs);
    try {
      for (int steps = 0; steps < length; steps++) {
        if (allOver(now.snapshot().facts())) {
          now = model.start(jobs);
          path.clear();
        }
        Action action = choose(scope.actions(now), random);
        path.add(action);
        now = model.step(now, action);
        seen.add(StateKey.of(now, scope));
      }
    } catch (AssertionError error) {
      throw shortened(seed, path, error);
    }
    return seen.size();
  }

  /** Kinds first, then one of the kind: else the many late writes would crowd out all others. */
  private static Action choose(List<Action> possible, Random random) {
    List<String> kinds =
        possible.stream()
            .map(RandomWalk::kind)
            .distinct()
            .filter(kind -> rare(kind, random))
            .toList();
    if (kinds.isEmpty()) {
      return possible.get(random.nextInt(possible.size()));
    }
    String kind = kinds.get(random.nextInt(kinds.size()));
    List<Action> ofKind = possible.stream().filter(each -> kind(each).equals(kind)).toList();
    return ofKind.get(random.nextInt(ofKind.size()));
  }

  /** What ends jobs for good, or stops all of them, comes less often, so that something happens. */
  private static boolean rare(String kind, Random random) {
    return switch (kind) {
      case "Cancel" -> random.nextInt(25) == 0;
      case "AgeOut", "Bury", "CloseGate" -> random.nextInt(4) == 0;
      default -> true;
    };
  }

  private static String kind(Action action) {
    return action instanceof TimePasses time ? time.name() : action.getClass().getSimpleName();
  }

  private static boolean allOver(Facts facts) {
    return facts.jobs().stream().noneMatch(job -> job.queued() || job.running() || job.setAside());
  }

  private ModelViolation shortened(long seed, List<Action> path, AssertionError first) {
    List<Action> shortest = path;
    AssertionError error = first;
    int replays = 0;
    int chunk = Math.max(1, path.size() / 2);
    int at = 0;
    boolean shorter = false;
    while (replays < MOST_REPLAYS && (at < shortest.size() || chunk > 1 || shorter)) {
      if (at >= shortest.size()) {
        at = 0;
        shorter = false;
        chunk = Math.max(1, chunk / 2);
      }
      List<Action> without = new ArrayList<>(shortest.subList(0, at));
      without.addAll(shortest.subList(Math.min(at + chunk, shortest.size()), shortest.size()));
      replays++;
      Failure failure = replay(without);
      if (failure == null) {
        at += chunk;
      } else {
        shortest = failure.path();
        error = failure.error();
        shorter = true;
      }
    }
    return new ModelViolation(
        "Found by a walk of %d steps with the seed %d, which was shortened."
            .formatted(path.size(), seed),
        shortest,
        error);
  }

  private record Failure(List<Action> path, AssertionError error) {}

  /** Does those of the actions that can be done; null when all goes well. */
  private Failure replay(List<Action> path) {
    JobModel.Moment now = model.start(jobs);
    List<Action> done = new ArrayList<>();
    for (Action action : path) {
      if (scope.actions(now).contains(action)) {
        done.add(action);
        try {
          now = model.step(now, action);
        } catch (AssertionError error) {
          return new Failure(done, error);
        }
      }
    }
    return null;
  }
}
