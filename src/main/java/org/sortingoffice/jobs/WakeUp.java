package org.sortingoffice.jobs;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Wakes the claim of this process when there may be something to claim: a ticket was accepted here,
 * a slot became free, or a job parked here is due. It only saves waiting: the claim also looks by
 * itself, so a lost signal loses nothing.
 */
public final class WakeUp {
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private boolean signalled;
  private long earliest = Long.MAX_VALUE;

  /** Wakes the claim now. */
  public void signal() {
    lock.lock();
    try {
      signalled = true;
      changed.signal();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Wakes the claim after a while.
   *
   * @param millis how long from now, in milliseconds
   */
  public void signalIn(long millis) {
    lock.lock();
    try {
      earliest = Math.min(earliest, nowMillis() + millis);
      changed.signal();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Waits for the next signal.
   *
   * @param atLatest how long to wait when nothing is signalled
   * @throws InterruptedException when the waiting thread is stopped
   */
  public void await(Duration atLatest) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      long end = nowMillis() + atLatest.toMillis();
      while (!signalled) {
        long wait = Math.min(end, earliest) - nowMillis();
        if (wait <= 0) {
          break;
        }
        changed.await(wait, TimeUnit.MILLISECONDS);
      }
      signalled = false;
      if (earliest <= nowMillis()) {
        earliest = Long.MAX_VALUE;
      }
    } finally {
      lock.unlock();
    }
  }

  // Only differences of this clock are used, and only in this process: when a job is due is the
  // database's decision.
  private static long nowMillis() {
    return TimeUnit.NANOSECONDS.toMillis(System.nanoTime());
  }
}
