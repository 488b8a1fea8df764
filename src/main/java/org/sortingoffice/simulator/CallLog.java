package org.sortingoffice.simulator;

import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.IntFunction;

/**
 * The log of calls: the newest rows, and counts by step and by ticket that are exact over all calls
 * since the last reset, also those whose rows are gone. A call counts from the moment its request
 * has been read.
 */
final class CallLog {
  private final int kept;
  private final InstantSource clock;
  private volatile Ledger ledger;

  CallLog(int kept, InstantSource clock) {
    this.kept = kept;
    this.clock = clock;
    this.ledger = new Ledger(kept);
  }

  /**
   * Counts a call and writes its row.
   *
   * @param owner what repeated calls are counted by: the ticket, or a name for the text, or null
   *     where that does not matter
   * @param modes the mode of a call that is the nth of its owner and step
   */
  Entry begin(CallRequest request, String owner, IntFunction<Mode> modes) {
    Ledger book = ledger;
    int nth = book.count(request.step(), owner, request.ticket() != null);
    Mode mode = modes.apply(nth);
    long seq = book.last.incrementAndGet();
    CallRow row = new CallRow(seq, nth, request, mode.name(), clock.millis());
    book.rows.set((int) ((seq - 1) % kept), row);
    return new Entry(row, mode);
  }

  /**
   * A row just written, with the mode that applies.
   *
   * @param row the row
   * @param mode the mode
   */
  record Entry(CallRow row, Mode mode) {}

  /** Forgets all calls; numbers start again at 1. */
  void reset() {
    ledger = new Ledger(kept);
  }

  /** All calls so far. */
  long total() {
    return ledger.last.get();
  }

  /** Calls by step, of one ticket or (null) of all. */
  Map<String, Long> countByStep(String ticket) {
    Ledger book = ledger;
    Map<String, Long> counts = new TreeMap<>();
    book.steps.forEach(
        (step, all) -> {
          long count = ticket == null ? all.get() : book.ofTicket(step, ticket);
          if (count > 0) {
            counts.put(step, count);
          }
        });
    return counts;
  }

  /** The newest rows that match, at most so many, oldest first; null matches everything. */
  List<CallRow> rows(String step, String ticket, int limit) {
    Ledger book = ledger;
    List<CallRow> found = new ArrayList<>();
    long last = book.last.get();
    for (long seq = last; seq > 0 && seq > last - kept && found.size() < limit; seq--) {
      CallRow row = book.rows.get((int) ((seq - 1) % kept));
      boolean matches =
          row != null
              && row.seq == seq
              && (step == null || step.equals(row.step))
              && (ticket == null || ticket.equals(row.ticket));
      if (matches) {
        found.add(row);
      }
    }
    Collections.reverse(found);
    return found;
  }

  /** What is known since one reset; replaced as a whole, so that a reset is one moment. */
  private static final class Ledger {
    final AtomicLong last = new AtomicLong();
    final AtomicReferenceArray<CallRow> rows;
    final Map<String, AtomicLong> steps = new ConcurrentHashMap<>();
    private final Map<String, AtomicInteger> owners = new ConcurrentHashMap<>();

    Ledger(int kept) {
      this.rows = new AtomicReferenceArray<>(kept);
    }

    int count(String step, String owner, boolean ticket) {
      steps.computeIfAbsent(step, s -> new AtomicLong()).incrementAndGet();
      if (owner == null) {
        return 1;
      }
      return owners
          .computeIfAbsent(key(step, owner, ticket), s -> new AtomicInteger())
          .incrementAndGet();
    }

    long ofTicket(String step, String ticket) {
      AtomicInteger count = owners.get(key(step, ticket, true));
      return count == null ? 0 : count.get();
    }

    // A blank occurs in no label, so a text's key can never be a ticket's.
    private static String key(String step, String owner, boolean ticket) {
      return ticket ? step + ' ' + owner : step + "  " + owner;
    }
  }
}
