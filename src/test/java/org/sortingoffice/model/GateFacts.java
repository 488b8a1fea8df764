package org.sortingoffice.model;

/**
 * The provider's gate.
 *
 * @param reason why it is closed, or null when it is open
 * @param over whether the time for which it was closed is over
 * @param consecutive how often it was closed without a good answer in between
 * @param probing whether a probe is under way
 */
record GateFacts(String reason, boolean over, int consecutive, boolean probing) {
  static final GateFacts OPEN = new GateFacts(null, false, 0, false);

  boolean open() {
    return reason == null;
  }
}
