package org.sortingoffice.torture;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/**
 * What is broken when. The same seed gives the same plan, and a longer plan begins like a shorter
 * one.
 *
 * @param moves in their order in time
 */
record Plan(List<Move> moves) {
  /** Milliseconds between two moves. */
  private static final int LEAST_GAP = 500;

  private static final int MOST_GAP = 3_500;

  /**
   * One of them.
   *
   * @param atMillis when it begins, from the start of the run
   * @param disruption what is broken
   * @param chance decides which of several processes it is
   * @param lastsMillis when it is mended, from its beginning
   */
  record Move(long atMillis, Disruption disruption, int chance, long lastsMillis) {}

  /** Makes one. */
  static Plan of(long seed, Duration duration) {
    Random random = new Random(seed);
    List<Move> moves = new ArrayList<>();
    List<Disruption> deck = new ArrayList<>();
    long at = random.nextInt(MOST_GAP);
    while (at < duration.toMillis()) {
      // Dealt from a deck and not by dice: even a short run has some of each.
      if (deck.isEmpty()) {
        deck.addAll(shuffled(random));
      }
      Disruption disruption = deck.remove(deck.size() - 1);
      moves.add(
          new Move(
              at, disruption, random.nextInt(Integer.MAX_VALUE), disruption.drawMillis(random)));
      at += random.nextInt(LEAST_GAP, MOST_GAP);
    }
    return new Plan(List.copyOf(moves));
  }

  private static List<Disruption> shuffled(Random random) {
    List<Disruption> deck =
        new ArrayList<>(
            Arrays.stream(Disruption.values())
                .flatMap(kind -> Stream.generate(() -> kind).limit(kind.weight()))
                .toList());
    Collections.shuffle(deck, random);
    return deck;
  }
}
