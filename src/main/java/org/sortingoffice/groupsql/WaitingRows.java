package org.sortingoffice.groupsql;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * The rows that wait to be written, in two queues: those that may share a statement, and apart from
 * them those that were refused in one and are tried alone. Where both hold some they take turns, so
 * that alone ones, which may wait for locks, hold the others up for one statement at most. Guarded
 * by the lock of the writer.
 */
final class WaitingRows {
  private final Deque<WaitingRow> together = new ArrayDeque<>();
  private final Deque<WaitingRow> apart = new ArrayDeque<>();
  private boolean apartIsNext;

  /** One that has just come, behind all that may share a statement. */
  void add(WaitingRow row) {
    together.addLast(row);
  }

  /**
   * Rows whose statement failed, in their order: before all others, or behind those that are tried
   * alone.
   */
  void putBack(List<WaitingRow> rows) {
    for (int i = rows.size() - 1; i >= 0; i--) {
      if (!rows.get(i).isAlone()) {
        together.addFirst(rows.get(i));
      }
    }
    for (WaitingRow row : rows) {
      if (row.isAlone()) {
        apart.addLast(row);
      }
    }
  }

  /** Takes out the one that leads the next statement, or null when none waits. */
  WaitingRow next() {
    boolean fromApart = together.isEmpty() || apartIsNext && !apart.isEmpty();
    apartIsNext = !fromApart;
    return fromApart ? apart.pollFirst() : together.pollFirst();
  }

  /** Takes out the first that may share a statement, if it is no larger than this; else null. */
  WaitingRow company(long bytes) {
    WaitingRow first = together.peekFirst();
    return first != null && first.parameters().bytes() <= bytes ? together.pollFirst() : null;
  }

  /** Takes a row out; false when it is not here. */
  boolean remove(WaitingRow row) {
    return together.remove(row) || apart.remove(row);
  }

  /** When the longest waiting of those in front arrived; only where some wait. */
  long firstArrivedNanos() {
    WaitingRow shared = together.peekFirst();
    WaitingRow alone = apart.peekFirst();
    if (shared == null || alone == null) {
      return (shared == null ? alone : shared).arrivedNanos();
    }
    // As System.nanoTime asks for: differences, not values, can be compared.
    return shared.arrivedNanos() - alone.arrivedNanos() <= 0
        ? shared.arrivedNanos()
        : alone.arrivedNanos();
  }

  boolean isEmpty() {
    return together.isEmpty() && apart.isEmpty();
  }

  int size() {
    return together.size() + apart.size();
  }
}
