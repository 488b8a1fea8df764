package org.sortingoffice.jobs;

import java.time.Duration;
import org.apache.camel.CamelContext;
import org.apache.camel.Consumer;
import org.apache.camel.spi.ScheduledPollConsumerScheduler;
import org.apache.camel.support.service.ServiceSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Polls the claim's {@code sql:} consumer when it is woken, and at the latest after a second; never
 * while no slot is free, so that nothing is claimed that cannot start at once.
 */
public final class ClaimScheduler extends ServiceSupport implements ScheduledPollConsumerScheduler {
  private static final Logger LOG = LoggerFactory.getLogger(ClaimScheduler.class);

  private final HeldJobs heldJobs;
  private final WakeUp wakeUp;
  private final Duration atLatest;
  private CamelContext camelContext;
  private Runnable task;
  private Thread thread;

  /**
   * @param heldJobs says whether a slot is free
   * @param wakeUp says when to look
   * @param atLatest how long to wait for a signal
   */
  public ClaimScheduler(HeldJobs heldJobs, WakeUp wakeUp, Duration atLatest) {
    this.heldJobs = heldJobs;
    this.wakeUp = wakeUp;
    this.atLatest = atLatest;
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
        if (poll != null && heldJobs.free() > 0) {
          poll.run();
        }
        wakeUp.await(atLatest);
      }
    } catch (InterruptedException stopped) {
      LOG.debug("the claim stops");
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
