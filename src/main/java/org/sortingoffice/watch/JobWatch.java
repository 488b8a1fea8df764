package org.sortingoffice.watch;

import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.apache.camel.support.service.ServiceSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks at the jobs that somebody waits for: at all of them together, a few times a second, and
 * only while somebody waits. However many wait, it takes one thread and, for the moment of a look,
 * one connection. Who comes new is looked at at once, together with those who came meanwhile.
 */
public final class JobWatch extends ServiceSupport {
  private static final Logger LOG = LoggerFactory.getLogger(JobWatch.class);

  /** Finds out how jobs are. */
  @FunctionalInterface
  public interface Look {
    /**
     * @param jobIds which
     * @return those that there are, by their ids
     */
    Map<Long, JobTag> at(Set<Long> jobIds);
  }

  private final Look look;
  private final Runnable afterLook;
  private final Duration every;
  private final int most;
  private final LongSupplier nanoTime;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Set<Watcher> watchers = new LinkedHashSet<>();
  private final Set<Watcher> unseen = new LinkedHashSet<>();
  private boolean ended;
  private Thread thread;

  /**
   * @param look at the database
   * @param afterLook is run when all were told what a look found
   * @param every how long after a look the next begins
   * @param most how many may wait
   * @param nanoTime as {@link System#nanoTime()}
   */
  public JobWatch(Look look, Runnable afterLook, Duration every, int most, LongSupplier nanoTime) {
    this.look = look;
    this.afterLook = afterLook;
    this.every = every;
    this.most = most;
    this.nanoTime = nanoTime;
  }

  /**
   * Begins to watch for somebody.
   *
   * @return false when as many wait as may, or nobody looks any more
   */
  boolean add(Watcher watcher) {
    lock.lock();
    try {
      if (ended || watchers.size() >= most) {
        return false;
      }
      watchers.add(watcher);
      unseen.add(watcher);
      changed.signal();
      return true;
    } finally {
      lock.unlock();
    }
  }

  /** Watches for this one no more. */
  void remove(Watcher watcher) {
    lock.lock();
    try {
      watchers.remove(watcher);
      unseen.remove(watcher);
    } finally {
      lock.unlock();
    }
  }

  /** How many wait. */
  public int size() {
    lock.lock();
    try {
      return watchers.size();
    } finally {
      lock.unlock();
    }
  }

  @Override
  protected void doStart() {
    thread = new Thread(this::run, "watch-jobs");
    thread.setDaemon(true);
    thread.start();
  }

  /** Lets nobody wait any more, and tells those who do. */
  public void end() {
    List<Watcher> waiting;
    lock.lock();
    try {
      ended = true;
      waiting = List.copyOf(watchers);
      changed.signal();
    } finally {
      lock.unlock();
    }
    waiting.forEach(Watcher::endOfWatch);
  }

  @Override
  protected void doStop() {
    end();
    thread.interrupt();
  }

  private void run() {
    long lookedAt = nanoTime.getAsLong();
    try {
      while (true) {
        Round round = next(lookedAt);
        if (round == null) {
          return;
        }
        if (round.all) {
          lookedAt = nanoTime.getAsLong();
        }
        lookFor(round);
      }
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }

  /** Whom the next look is for: all when it is time, before that those who are new. */
  private Round next(long lookedAt) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      while (!ended) {
        long wait = lookedAt + every.toNanos() - nanoTime.getAsLong();
        if (watchers.isEmpty()) {
          changed.await();
        } else if (wait <= 0) {
          return round(watchers, true);
        } else if (!unseen.isEmpty()) {
          return round(unseen, false);
        } else {
          changed.awaitNanos(wait);
        }
      }
      return null;
    } finally {
      lock.unlock();
    }
  }

  private Round round(Set<Watcher> asking, boolean all) {
    Round round = new Round(List.copyOf(asking), new HashSet<>(unseen), all);
    unseen.clear();
    return round;
  }

  private record Round(Collection<Watcher> watchers, Set<Watcher> fresh, boolean all) {}

  private void lookFor(Round round) {
    try {
      Map<Long, JobTag> present =
          look.at(round.watchers.stream().map(Watcher::jobId).collect(Collectors.toSet()));
      round.watchers.forEach(watcher -> watcher.seen(present.get(watcher.jobId())));
      afterLook.run();
    } catch (RuntimeException failure) {
      LOG.debug("the jobs that are waited for could not be looked at", failure);
      round.fresh.forEach(Watcher::cannotBeSeen);
    }
  }
}
