package org.sortingoffice.torture;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Carries a plan out: breaks, waits, mends. In the end everything is mended. */
final class Chaos {
  /** More than there are things to break: a slow stop must not keep others from being mended. */
  private static final int AT_ONCE = 16;

  private final Premises premises;
  private final Plan plan;
  private final Map<Disruption, Integer> done =
      Collections.synchronizedMap(new EnumMap<>(Disruption.class));
  private final List<String> failures = Collections.synchronizedList(new ArrayList<>());

  Chaos(Premises premises, Plan plan) {
    this.premises = premises;
    this.plan = plan;
  }

  /**
   * Carries the plan out and returns when the last thing is mended.
   *
   * @param duration how long the run lasts, also when its last move comes earlier
   */
  void run(Duration duration) throws InterruptedException {
    ScheduledExecutorService hands = Executors.newScheduledThreadPool(AT_ONCE);
    try {
      CountDownLatch open = new CountDownLatch(plan.moves().size() + 1);
      for (Plan.Move move : plan.moves()) {
        hands.schedule(() -> strike(move, hands, open), move.atMillis(), TimeUnit.MILLISECONDS);
      }
      hands.scheduleWithFixedDelay(this::revive, 1, 1, TimeUnit.SECONDS);
      hands.schedule(open::countDown, duration.toMillis(), TimeUnit.MILLISECONDS);
      open.await();
    } finally {
      hands.shutdownNow();
    }
  }

  /** How often each kind really happened; one that found nothing to break did not. */
  Map<Disruption, Integer> done() {
    return Map.copyOf(done);
  }

  /** What the run itself could not do: its results would say nothing then. */
  List<String> failures() {
    return List.copyOf(failures);
  }

  private void strike(Plan.Move move, ScheduledExecutorService hands, CountDownLatch open) {
    Optional<Disruption.Repair> repair = Optional.empty();
    try {
      repair = move.disruption().strike(premises, move.chance());
      if (repair.isPresent()) {
        done.merge(move.disruption(), 1, Integer::sum);
      }
    } catch (java.sql.SQLException databaseIsAway) {
      // Connections cannot be chosen while there are none.
      repair = Optional.empty();
    } catch (Exception failure) {
      failures.add(move.disruption().words() + ": " + failure);
    }
    if (repair.isEmpty()) {
      open.countDown();
      return;
    }
    Disruption.Repair mending = repair.get();
    hands.schedule(() -> mend(move, mending, open), move.lastsMillis(), TimeUnit.MILLISECONDS);
  }

  private void revive() {
    for (Member member : premises.members()) {
      try {
        member.revive();
      } catch (IOException failure) {
        failures.add(member.name() + " cannot be started again: " + failure);
      }
    }
  }

  private void mend(Plan.Move move, Disruption.Repair repair, CountDownLatch open) {
    try {
      repair.mend();
    } catch (Exception failure) {
      failures.add("mending \"" + move.disruption().words() + "\": " + failure);
    } finally {
      open.countDown();
    }
  }
}
