package org.sortingoffice.model;

/**
 * The provider's gate.
 *
 * @param reason why it is closed, or null when it is open
 * @param over whether the time for which it was closed is over
 * @param consecutive how often it was closed without a good answer in between
 * @param probing whether a probe is under way
 * @param prober whose word counts: the probe that is under way, or was the last; or null
 */
record GateFacts(String reason, boolean over, int consecutive, boolean probing, Prober prober) {
  static final GateFacts OPEN = new GateFacts(null, false, 0, false, null);

  boolean open() {
    return reason == null;
  }

  /** Whether this delivery is the one whose word counts. */
  boolean listensTo(Prober one) {
    return one != null && one.equals(prober);
  }

  /** After the end of a delivery: if it was the probe, there is room for another. */
  GateFacts afterTheEndOf(long job, int delivery) {
    return listensTo(new Prober(job, delivery)) ? withoutProbe() : this;
  }

  GateFacts withoutProbe() {
    return new GateFacts(reason, over, consecutive, false, prober);
  }
}
