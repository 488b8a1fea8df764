package org.sortingoffice.groupsql;

import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/**
 * A row and the caller that waits for it.
 *
 * <pre>
 * QUEUED -> LEADS                the caller is woken to write the next batch, its own row first
 *        -> TAKEN -> SETTLED     another caller writes it
 *                 -> QUEUED      that failed, and it is tried again
 * LEADS  -> SETTLED
 * </pre>
 *
 * <p>Everything but the phase and the outcome is touched only under the lock of the writer, or by
 * the one caller that has the row in its batch.
 */
final class WaitingRow {
  enum Phase {
    QUEUED,
    TAKEN,
    LEADS,
    SETTLED
  }

  private final ParameterRow parameters;
  private final Thread caller;
  private final long arrived;
  private int failures;
  private boolean alone;
  private boolean maybeSaved;
  private Map<String, Object> result;
  private GroupSqlException failure;
  // Written last and read first: what stands above is seen by whoever sees the phase.
  private volatile Phase phase;

  WaitingRow(ParameterRow parameters, Thread caller, long arrivedNanos, Phase phase) {
    this.parameters = parameters;
    this.caller = caller;
    this.arrived = arrivedNanos;
    this.phase = phase;
  }

  ParameterRow parameters() {
    return parameters;
  }

  long arrivedNanos() {
    return arrived;
  }

  Phase phase() {
    return phase;
  }

  void becomes(Phase next) {
    phase = next;
  }

  /** Wakes the caller to lead. */
  void lead() {
    phase = Phase.LEADS;
    LockSupport.unpark(caller);
  }

  /** How often in a row its statement failed for a reason that passes. */
  int failures() {
    return failures;
  }

  void failed() {
    failures++;
  }

  /** The line broke under its statement: whether that was committed only the next try can tell. */
  void maybeSaved() {
    failures++;
    maybeSaved = true;
  }

  boolean isMaybeSaved() {
    return maybeSaved;
  }

  /** Back into the queue. Its caller looks up, since one that was interrupted may leave now. */
  void putBack() {
    phase = Phase.QUEUED;
    LockSupport.unpark(caller);
  }

  /** Whether it must not share a statement any more. */
  boolean isAlone() {
    return alone;
  }

  void setAlone() {
    alone = true;
    failures = 0;
  }

  /**
   * @param row what the statement returned for it, or null when it had no effect
   */
  void settle(Map<String, Object> row) {
    result = row;
    settled();
  }

  void settle(GroupSqlException why) {
    failure = why;
    settled();
  }

  private void settled() {
    phase = Phase.SETTLED;
    if (caller != Thread.currentThread()) {
      LockSupport.unpark(caller);
    }
  }

  /** The outcome, once it is settled. */
  Map<String, Object> outcome() throws GroupSqlException {
    if (failure != null) {
      throw failure;
    }
    return result;
  }
}
