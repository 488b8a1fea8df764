package org.sortingoffice.intake;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

/**
 * The {@link ActorShare} of each actor that sent something lately. Those that have not for longest
 * are forgotten: who sends thousands of tickets is not among them. Thread-safe.
 */
final class ActorShares {
  /** With ten jobs each some 4 MB. */
  static final int MOST = 10_000;

  private final Supplier<ActorShare> fresh;
  private final Map<String, ActorShare> shares;

  /**
   * @param fresh makes the share of an actor who is not known
   */
  ActorShares(Supplier<ActorShare> fresh) {
    this.fresh = fresh;
    this.shares =
        new LinkedHashMap<>(64, 0.75f, true) {
          private static final long serialVersionUID = 1L;

          @Override
          protected boolean removeEldestEntry(Map.Entry<String, ActorShare> eldest) {
            return size() > MOST;
          }
        };
  }

  /** What is known of this actor. */
  ActorShare of(String actor) {
    synchronized (shares) {
      return shares.computeIfAbsent(actor, unknown -> fresh.get());
    }
  }
}
