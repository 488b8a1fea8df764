package org.sortingoffice.model;

import java.util.Set;

/** A row of the history, and whether it says that the delivery ended. */
record DeliveryFacts(
    long job,
    int delivery,
    int attempt,
    String worker,
    boolean ended,
    String outcome,
    String step,
    String error,
    String waitReason,
    int repeats) {
  private static final Set<String> FREE = Set.of("waiting", "released");

  /** Whether the delivery cost the job an attempt. */
  boolean spent() {
    return !FREE.contains(outcome);
  }
}
