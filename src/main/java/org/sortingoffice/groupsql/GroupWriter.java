package org.sortingoffice.groupsql;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets callers that come together share a statement, without a thread of its own. One of them
 * leads: it writes its own row with all that wait, wakes the first of those that came meanwhile to
 * lead next, then tells the others of its batch how theirs went. Nobody alone waits for company: a
 * caller that finds nobody writing writes at once, on its own thread. Every caller goes on with its
 * own work on its own thread, after the lead has passed on. Where {@link Writers} has spare ones, a
 * caller that waited too long starts one for the first in the queue.
 *
 * <p>When a batch fails (see {@link BatchFailure}), its rows go back into the queue, to be written
 * again together before all others, or each alone, in turn with the others ({@link WaitingRows}).
 */
final class GroupWriter {
  private static final Logger LOG = LoggerFactory.getLogger(GroupWriter.class);

  /** So often in a row a batch that the server has undone is tried at once. */
  private static final int TRIES_AT_ONCE = 5;

  /** Executes one statement for some rows. */
  @FunctionalInterface
  interface Execution {
    /**
     * @return a result or null for each row
     * @throws Exception when none was saved, or nobody knows
     */
    List<Map<String, Object>> execute(List<ParameterRow> rows) throws Exception;
  }

  private final String name;
  private final Execution execution;
  private final BatchLimits limits;
  private final CommitDelay delay;
  private final Writers writers;
  private final int queueSize;
  private final long retryForNanos;
  private final long lockPatienceNanos;
  private final Backoff backoff;
  private final LongSupplier nanoTime;
  private final GroupMeters meters;

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final WaitingRows queue = new WaitingRows();
  private int leading;
  private boolean stopped;

  private volatile String away;

  /**
   * @param name the statement's name in messages
   * @param delay whether a busy writer waits for more rows
   * @param writers how many statements may run at once, and when another one begins
   * @param queueSize how many callers may wait
   * @param retryFor how long after its arrival a row is tried again while the database is away
   * @param lockPatience how long after its arrival a row that waits for a lock is tried again
   * @param nanoTime the clock, as {@link System#nanoTime}
   */
  GroupWriter(
      String name,
      Execution execution,
      BatchLimits limits,
      CommitDelay delay,
      Writers writers,
      int queueSize,
      Duration retryFor,
      Duration lockPatience,
      Backoff backoff,
      LongSupplier nanoTime,
      GroupMeters meters) {
    this.name = name;
    this.execution = execution;
    this.limits = limits;
    this.delay = delay;
    if (queueSize < 1) {
      throw new IllegalArgumentException("queueSize must be at least 1, but is " + queueSize);
    }
    this.writers = writers;
    this.queueSize = queueSize;
    this.retryForNanos = retryFor.toNanos();
    this.lockPatienceNanos = lockPatience.toNanos();
    this.backoff = backoff;
    this.nanoTime = nanoTime;
    this.meters = meters;
  }

  /**
   * Saves a row and returns what the statement returned for it, or null when it had no effect. It
   * is committed when this returns.
   *
   * @throws GroupSqlException when it was not saved, or nobody knows whether it was
   * @throws RejectedExecutionException when the queue is full, or this was stopped; it was not
   *     saved
   * @throws InterruptedException when the caller was interrupted while its row waited; it was not
   *     saved
   */
  Map<String, Object> write(ParameterRow parameters)
      throws GroupSqlException, InterruptedException {
    WaitingRow own = enter(parameters);
    while (own.phase() != WaitingRow.Phase.SETTLED) {
      if (own.phase() == WaitingRow.Phase.LEADS) {
        lead(own);
      } else {
        awaitTurnOrOutcome(own);
      }
    }
    return own.outcome();
  }

  private WaitingRow enter(ParameterRow parameters) {
    lock.lock();
    try {
      if (stopped) {
        throw new RejectedExecutionException(name + " was stopped and takes no more rows");
      }
      boolean leads = writers.beginsAtOnce(leading);
      if (!leads && queue.size() >= queueSize) {
        meters.refused();
        throw new RejectedExecutionException(
            "%s has %d rows waiting and takes no more until some are saved"
                .formatted(name, queue.size()));
      }
      WaitingRow own =
          new WaitingRow(
              parameters,
              Thread.currentThread(),
              nanoTime.getAsLong(),
              leads ? WaitingRow.Phase.LEADS : WaitingRow.Phase.QUEUED);
      if (leads) {
        leading++;
      } else {
        queue.add(own);
      }
      return own;
    } finally {
      lock.unlock();
    }
  }

  private void awaitTurnOrOutcome(WaitingRow own) throws GroupSqlException, InterruptedException {
    boolean interrupted = false;
    while (own.phase() == WaitingRow.Phase.QUEUED || own.phase() == WaitingRow.Phase.TAKEN) {
      park(own);
      interrupted |= Thread.interrupted();
      if (interrupted && withdraw(own)) {
        throw interruption(own);
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private InterruptedException interruption(WaitingRow own) throws GroupSqlException {
    InterruptedException interruption =
        new InterruptedException("interrupted while waiting to be saved by " + name);
    if (own.isMaybeSaved()) {
      Thread.currentThread().interrupt();
      throw new GroupSqlException(
          name
              + " was interrupted between two tries, and the line broke under the first:"
              + " nobody knows whether it was saved",
          interruption);
    }
    return interruption;
  }

  /**
   * Waits for a word of who leads; where it does not come in time, lets the first that waits lead.
   */
  private void park(WaitingRow own) {
    if (!writers.hasSpare()) {
      LockSupport.park(this);
      return;
    }
    LockSupport.parkNanos(this, writers.spareAfter().toNanos());
    if (own.phase() == WaitingRow.Phase.QUEUED) {
      lock.lock();
      try {
        if (needsSpare(leading)) {
          leading++;
          queue.next().lead();
        }
      } finally {
        lock.unlock();
      }
    }
  }

  /** Whether the first that waits, if any does, has waited too long for those that write. */
  private boolean needsSpare(int busy) {
    return !queue.isEmpty()
        && writers.needsSpare(busy, nanoTime.getAsLong() - queue.firstArrivedNanos());
  }

  /** Takes a row out of the queue again; false when it is being written or has to lead. */
  private boolean withdraw(WaitingRow own) {
    lock.lock();
    try {
      return queue.remove(own);
    } finally {
      lock.unlock();
    }
  }

  private void lead(WaitingRow own) {
    // The line to the database would take it for a failure, and others' rows are at stake.
    boolean interrupted = Thread.interrupted();
    boolean settled = false;
    while (!settled) {
      List<WaitingRow> batch = gather(own);
      interrupted |= Thread.interrupted();
      settled = writeBatch(own, batch);
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private List<WaitingRow> gather(WaitingRow own) {
    List<WaitingRow> batch = new ArrayList<>();
    batch.add(own);
    if (!own.isAlone()) {
      long bytes = take(batch, own.parameters().bytes());
      if (delay.isWorthIt(batch.size()) && batch.size() < limits.rows()) {
        pause(delay.nanos());
        take(batch, bytes);
      }
    }
    return batch;
  }

  /** Takes as many as may share the statement, and says how large they are together. */
  private long take(List<WaitingRow> batch, long already) {
    long bytes = already;
    lock.lock();
    try {
      while (batch.size() < limits.rows()) {
        WaitingRow next = queue.company(limits.bytes() - bytes);
        if (next == null) {
          break;
        }
        next.becomes(WaitingRow.Phase.TAKEN);
        batch.add(next);
        bytes += next.parameters().bytes();
      }
    } finally {
      lock.unlock();
    }
    return bytes;
  }

  /** Returns whether the leader's own row is settled, and with it its lead over. */
  private boolean writeBatch(WaitingRow own, List<WaitingRow> batch) {
    long start = nanoTime.getAsLong();
    for (WaitingRow row : batch) {
      meters.waited(start - row.arrivedNanos());
    }
    List<Map<String, Object>> results;
    try {
      results = execution.execute(batch.stream().map(WaitingRow::parameters).toList());
    } catch (Throwable failure) {
      meters.failed(BatchFailure.of(failure));
      return afterFailure(own, batch, failure);
    }
    meters.executed(batch.size(), nanoTime.getAsLong() - start);
    back();
    passOn();
    for (int i = 0; i < batch.size(); i++) {
      batch.get(i).settle(results.get(i));
    }
    return true;
  }

  private boolean afterFailure(WaitingRow own, List<WaitingRow> batch, Throwable failure) {
    return switch (BatchFailure.of(failure)) {
      case ROLLED_BACK -> {
        back();
        batch.forEach(WaitingRow::failed);
        yield own.failures() < TRIES_AT_ONCE ? again(own, batch) : later(own, batch, failure);
      }
      case AWAY -> {
        batch.forEach(
            BatchFailure.mayHaveBeenSaved(failure) ? WaitingRow::maybeSaved : WaitingRow::failed);
        isAway(failure);
        yield later(own, batch, failure);
      }
      case LOCKED -> {
        back();
        yield batch.size() > 1 ? eachAlone(own, batch, failure) : afterOthers(own, batch, failure);
      }
      case ROW -> {
        back();
        yield batch.size() > 1 ? eachAlone(own, batch, failure) : fail(own, batch, failure);
      }
      case UNKNOWN -> fail(own, batch, failure);
    };
  }

  private boolean again(WaitingRow own, List<WaitingRow> batch) {
    putBack(batch.stream().filter(row -> row != own).toList());
    return false;
  }

  private boolean eachAlone(WaitingRow own, List<WaitingRow> batch, Throwable failure) {
    LOG.warn(
        "{}: a batch of {} rows was refused ({}), so each is tried by itself",
        name,
        batch.size(),
        describe(failure));
    batch.forEach(WaitingRow::setAlone);
    return again(own, batch);
  }

  /** A row that waits for a lock lets others go first, until it has waited for long enough. */
  private boolean afterOthers(WaitingRow own, List<WaitingRow> batch, Throwable failure) {
    if (nanoTime.getAsLong() - own.arrivedNanos() >= lockPatienceNanos || isStopped()) {
      return fail(own, batch, failure);
    }
    own.setAlone();
    putBack(batch);
    passOn();
    return true;
  }

  /** Rows that have time left are tried again after a while; for the others it is over. */
  private boolean later(WaitingRow own, List<WaitingRow> batch, Throwable failure) {
    long now = nanoTime.getAsLong();
    boolean noMore = isStopped();
    List<WaitingRow> over = new ArrayList<>();
    List<WaitingRow> others = new ArrayList<>();
    for (WaitingRow row : batch) {
      if (noMore || now - row.arrivedNanos() >= retryForNanos) {
        over.add(row);
      } else if (row != own) {
        others.add(row);
      }
    }
    putBack(others);
    if (over.contains(own)) {
      return fail(own, over, failure);
    }
    settle(over, failure);
    long left = retryForNanos - (now - own.arrivedNanos());
    if (!pause(Math.min(left, backoff.after(own.failures()).toNanos()))) {
      return fail(own, List.of(own), failure);
    }
    return false;
  }

  private boolean fail(WaitingRow own, List<WaitingRow> rows, Throwable failure) {
    passOn();
    settle(rows, failure);
    return rows.contains(own);
  }

  private void settle(List<WaitingRow> rows, Throwable failure) {
    for (WaitingRow row : rows) {
      // Each its own: an exception that many threads throw tells wrong stack traces.
      row.settle(
          new GroupSqlException("%s failed: %s".formatted(name, describe(failure)), failure));
    }
  }

  /** The kind of failure, without the values that the database likes to quote. */
  private static String describe(Throwable failure) {
    return failure instanceof java.sql.SQLException sql && sql.getSQLState() != null
        ? "SQL state " + sql.getSQLState()
        : failure.getClass().getSimpleName();
  }

  /** Gives the lead to the first that waits, where another writer is not enough for it. */
  private void passOn() {
    lock.lock();
    try {
      boolean goesOn =
          !queue.isEmpty() && (leading == 1 || !writers.hasSpare() || needsSpare(leading - 1));
      if (goesOn) {
        queue.next().lead();
      } else {
        leading--;
        changed.signalAll();
      }
    } finally {
      lock.unlock();
    }
  }

  private void putBack(List<WaitingRow> rows) {
    lock.lock();
    try {
      rows.forEach(WaitingRow::putBack);
      queue.putBack(rows);
    } finally {
      lock.unlock();
    }
  }

  /** Waits; returns early when this is stopped, and false when the caller is interrupted. */
  private boolean pause(long nanos) {
    lock.lock();
    try {
      long left = nanos;
      while (left > 0 && !stopped) {
        left = changed.awaitNanos(left);
      }
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    } finally {
      lock.unlock();
    }
  }

  private void isAway(Throwable failure) {
    String reason = describe(failure);
    if (away == null) {
      LOG.warn(
          "{}: the database is away ({}); {}",
          name,
          reason,
          retryForNanos == 0
              ? "callers are told"
              : "rows are tried again for %d ms after their arrival"
                  .formatted(TimeUnit.NANOSECONDS.toMillis(retryForNanos)));
    }
    away = reason;
  }

  private void back() {
    if (away != null) {
      LOG.info("{}: the database is back", name);
      away = null;
    }
  }

  /** Why the database is away, or null when the last statement reached it. */
  String away() {
    return away;
  }

  /** How many callers wait to be written. */
  int waiting() {
    lock.lock();
    try {
      return queue.size();
    } finally {
      lock.unlock();
    }
  }

  /** Whether it takes no more rows. */
  boolean isStopped() {
    lock.lock();
    try {
      return stopped;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Takes no more rows and waits until those that wait are saved. While the database is away they
   * are tried once more, and then fail.
   *
   * @return false when some are left after the patience
   */
  boolean stop(Duration patience) throws InterruptedException {
    lock.lock();
    try {
      stopped = true;
      changed.signalAll();
      long left = patience.toNanos();
      while (leading > 0) {
        if (left <= 0) {
          return false;
        }
        left = changed.awaitNanos(left);
      }
      return true;
    } finally {
      lock.unlock();
    }
  }
}
