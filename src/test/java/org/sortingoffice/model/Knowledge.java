package org.sortingoffice.model;

import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What is known outside the database.
 *
 * @param tokens what each busy hand believes to hold
 * @param redriven for each job the last delivery before its last redrive: its attempts count from
 *     there
 */
record Knowledge(SortedMap<Hand, Token> tokens, Map<Long, Integer> redriven) {
  static final Knowledge NONE = new Knowledge(new TreeMap<>(), Map.of());

  /** What these hands believe to hold. */
  List<Token> tokensOf(List<Hand> hands) {
    return hands.stream().filter(tokens::containsKey).map(tokens::get).toList();
  }

  Knowledge holding(Hand hand, Token token) {
    SortedMap<Hand, Token> more = new TreeMap<>(tokens);
    more.put(hand, token);
    return new Knowledge(more, redriven);
  }

  Knowledge without(Hand hand) {
    SortedMap<Hand, Token> fewer = new TreeMap<>(tokens);
    fewer.remove(hand);
    return new Knowledge(fewer, redriven);
  }

  Knowledge redriven(long job, int delivery) {
    Map<Long, Integer> more = new TreeMap<>(redriven);
    more.put(job, delivery);
    return new Knowledge(tokens, more);
  }
}
