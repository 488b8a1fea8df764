package org.sortingoffice.jobs;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;
import org.apache.camel.Body;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangeProperty;
import org.apache.camel.Handler;
import org.apache.camel.support.SynchronizationAdapter;

/**
 * The jobs that this process works on. It says how many more can start now, which is all that a
 * claim may take.
 */
public final class HeldJobs {
  /** With the longest texts these are some 8 MB; a claim of more would hold too much at a time. */
  private static final int MOST_IN_A_CLAIM = 100;

  private final int concurrency;
  private final IntSupplier affordable;
  private final WakeUp wakeUp;
  private final Lanes lanes;
  private final Leases leases;
  private final LongSupplier nanoTime;
  private final JobMeters meters;
  private final Map<Lease, ClaimedJob> held = new ConcurrentHashMap<>();
  private volatile boolean moreMayWait;
  private int asked;
  private long askedAt;
  private int taken;

  /**
   * @param concurrency how many jobs may be held at once
   * @param affordable how many of them could make their calls now
   * @param wakeUp is signalled when a full worker has room for a batch of jobs again
   * @param lanes learns how far claims have come
   * @param leases takes care of the leases of what is held
   * @param nanoTime a clock for differences, in nanoseconds
   * @param meters learn how long jobs had been due
   */
  public HeldJobs(
      int concurrency,
      IntSupplier affordable,
      WakeUp wakeUp,
      Lanes lanes,
      Leases leases,
      LongSupplier nanoTime,
      JobMeters meters) {
    this.concurrency = concurrency;
    this.affordable = affordable;
    this.wakeUp = wakeUp;
    this.lanes = lanes;
    this.leases = leases;
    this.nanoTime = nanoTime;
    this.meters = meters;
  }

  /** How many jobs may be held at once. */
  public int concurrency() {
    return concurrency;
  }

  /** How many more jobs can start now. */
  public int free() {
    return Math.max(0, concurrency - held.size());
  }

  /** How many more jobs can be claimed now: there is a free slot for each, and it can go on. */
  public int room() {
    return Math.max(0, Math.min(concurrency, affordable.getAsInt()) - held.size());
  }

  /** As {@link #room}, asked by a claim that now takes so many at most. Called by one thread. */
  public int ask() {
    asked = Math.min(room(), MOST_IN_A_CLAIM);
    askedAt = nanoTime.getAsLong();
    taken = 0;
    return asked;
  }

  /** How many the latest claim took. Called by the thread that claims. */
  int taken() {
    return taken;
  }

  /** Whether one of the jobs held may be what kills its workers: a second one is not claimed. */
  public boolean holdsSuspect() {
    return held.values().stream().anyMatch(ClaimedJob::suspect);
  }

  /**
   * Takes over a row that was just claimed.
   *
   * @param row a row of {@code claim-jobs.sql}
   * @param claimed how many rows came with it; as many as were asked for means that more may wait
   */
  public ClaimedJob take(
      @Body Map<String, Object> row, @ExchangeProperty(Exchange.BATCH_SIZE) int claimed) {
    ClaimedJob job = ClaimedJob.from(row);
    leases.begin(job.lease(), askedAt);
    held.put(job.lease(), job);
    lanes.moveTo(row);
    taken++;
    meters.waited(((Number) row.get("due_seconds")).doubleValue());
    if (claimed >= asked) {
      moreMayWait = true;
      if (asked == MOST_IN_A_CLAIM) {
        wakeUp.signal();
      }
    }
    return job;
  }

  /** Lets go of the job when its exchange is over, however it ends. */
  @Handler
  public void letGoWhenDone(Exchange exchange) {
    ClaimedJob job = exchange.getMessage().getBody(ClaimedJob.class);
    exchange
        .getExchangeExtension()
        .addOnCompletion(
            new SynchronizationAdapter() {
              @Override
              public void onDone(Exchange done) {
                letGo(job);
              }
            });
  }

  /**
   * Waits until nothing is held any more.
   *
   * @param patience how long to wait
   * @return false when something is still held then
   * @throws InterruptedException when the waiting thread is stopped
   */
  public boolean awaitNone(Duration patience) throws InterruptedException {
    long end = nanoTime.getAsLong() + patience.toNanos();
    synchronized (held) {
      while (!held.isEmpty()) {
        long left = end - nanoTime.getAsLong();
        if (left <= 0) {
          return false;
        }
        TimeUnit.NANOSECONDS.timedWait(held, left);
      }
    }
    return true;
  }

  /** The jobs held at this moment. */
  public List<ClaimedJob> all() {
    return List.copyOf(held.values());
  }

  private void letGo(ClaimedJob job) {
    leases.end(job.lease());
    synchronized (held) {
      held.remove(job.lease());
      held.notifyAll();
    }
    if (job.suspect()) {
      wakeUp.signal();
    }
    // At a low-water mark and not at every end: a busy worker claims a batch, not a job at a time.
    if (moreMayWait && free() >= Math.max(1, concurrency / 4)) {
      moreMayWait = false;
      wakeUp.signal();
    }
  }
}
