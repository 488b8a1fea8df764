package org.sortingoffice.burst;

/**
 * How it stood at one moment.
 *
 * @param seconds when, on the experiment's clock, from the first ticket on
 * @param accepted tickets accepted so far
 * @param succeeded jobs done
 * @param waiting jobs that are queued and may not start now: the provider's gate is closed, or
 *     their time has not come
 * @param running jobs held by the worker
 * @param deadLetters jobs given up
 * @param calls calls that reached the provider
 * @param refused those of them that were answered 429
 */
record Row(
    double seconds,
    int accepted,
    int succeeded,
    int waiting,
    int running,
    int deadLetters,
    int calls,
    int refused) {

  /** True when nothing can change any more. */
  boolean allOver() {
    return accepted > 0 && succeeded + deadLetters == accepted;
  }
}
