package org.sortingoffice.jobs;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.apache.camel.CamelContext;
import org.apache.camel.Consumer;
import org.apache.camel.spi.ScheduledPollConsumerScheduler;
import org.apache.camel.support.service.ServiceSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Polls the claim's {@code sql:} consumer when it is woken, and at the latest after a second; never
 * while there is no room, so that nothing is claimed that cannot start at once.
 */
public final class ClaimScheduler extends ServiceSupport implements ScheduledPollConsumerScheduler {
  private static final Logger LOG = LoggerFactory.getLogger(ClaimScheduler.class);

  private final HeldJobs heldJobs;
  private final Lanes lanes;
  private final WakeUp wakeUp;
  private final Duration atLatest;
  private final JobMeters meters;
  private final LongSupplier nanoTime;
  private final ReentrantLock claiming = new ReentrantLock();
  private CamelContext camelContext;
  private Runnable task;
  private Thread thread;
  private volatile boolean ended;

  /**
   * @param heldJobs says whether there is room for another job
   * @param lanes says when to look from the front of the queue
   * @param wakeUp says when to look
   * @param atLatest how long to wait for a signal
   * @param meters learn how long claims take
   * @param nanoTime a clock for differences, in nanoseconds
   */
  public ClaimScheduler(
      HeldJobs heldJobs,
      Lanes lanes,
      WakeUp wakeUp,
      Duration atLatest,
      JobMeters meters,
      LongSupplier nanoTime) {
    this.heldJobs = heldJobs;
    this.lanes = lanes;
    this.wakeUp = wakeUp;
    this.atLatest = atLatest;
    this.meters = meters;
    this.nanoTime = nanoTime;
  }

  @Override
  public void onInit(Consumer consumer) {}

  @Override
  public void scheduleTask(Runnable poll) {
    task = poll;
  }

  @Override
  public void unscheduleTask() {
    task = null;
  }

  @Override
  public synchronized void startScheduler() {
    if (thread == null) {
      thread = new Thread(this::run, "claim");
      thread.setDaemon(true);
      thread.start();
    }
  }

  @Override
  public boolean isSchedulerStarted() {
    return thread != null && thread.isAlive();
  }

  private void run() {
    try {
      while (isRunAllowed()) {
        Runnable poll = task;
        Duration wait = atLatest;
        if (poll != null && heldJobs.room() > 0) {
          claim(poll);
          wait = shorter(atLatest, lanes.untilFullLook());
        }
        wakeUp.await(wait);
      }
    } catch (InterruptedException stopped) {
      LOG.debug("the claim stops");
    }
  }

  private static Duration shorter(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }

  private void claim(Runnable poll) {
    claiming.lock();
    try {
      if (!ended) {
        lanes.beginLook();
        long begun = nanoTime.getAsLong();
        poll.run();
        lanes.endLook();
        meters.claimed(heldJobs.taken(), nanoTime.getAsLong() - begun);
      }
    } finally {
      claiming.unlock();
    }
  }

  /**
   * Ends claiming for good, and waits for a claim that is under way: when this returns, all that
   * was ever claimed is in the hands of {@link HeldJobs}. To be called before the route is stopped,
   * since a consumer that is stopped in the middle of a claim drops rows that are claimed already.
   *
   * @param patience how long to wait; a claim that hangs longer is left to its lease
   * @throws InterruptedException when the waiting thread is stopped
   */
  public void endClaiming(Duration patience) throws InterruptedException {
    ended = true;
    if (claiming.tryLock(patience.toMillis(), TimeUnit.MILLISECONDS)) {
      claiming.unlock();
    }
  }

  @Override
  protected void doStop() {
    shutdownNow();
  }

  @Override
  protected void doShutdown() {
    shutdownNow();
  }

  // The thread is asked and not interrupted: a claim that is under way ends well, and what it
  // claimed is handed over.
  private synchronized void shutdownNow() {
    thread = null;
    wakeUp.signal();
  }

  @Override
  public CamelContext getCamelContext() {
    return camelContext;
  }

  @Override
  public void setCamelContext(CamelContext context) {
    camelContext = context;
  }
}
