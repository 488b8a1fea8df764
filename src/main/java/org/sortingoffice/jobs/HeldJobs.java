package org.sortingoffice.jobs;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;
import java.util.stream.Collectors;
import org.apache.camel.Body;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangeProperty;
import org.apache.camel.Handler;
import org.apache.camel.support.SynchronizationAdapter;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The jobs that this process holds leases on. It says how many more can start now, which is all
 * that a claim may take, and which leases have to be renewed.
 */
public final class HeldJobs {
  private static final Logger LOG = LoggerFactory.getLogger(HeldJobs.class);

  private final int concurrency;
  private final IntSupplier affordable;
  private final WakeUp wakeUp;
  private final Map<Lease, ClaimedJob> held = new ConcurrentHashMap<>();
  private final Set<Lease> lost = ConcurrentHashMap.newKeySet();
  private volatile boolean moreMayWait;
  private int asked;

  /**
   * @param concurrency how many jobs may be held at once
   * @param affordable how many of them could make their calls now
   * @param wakeUp is signalled when a full worker has room for a batch of jobs again
   */
  public HeldJobs(int concurrency, IntSupplier affordable, WakeUp wakeUp) {
    this.concurrency = concurrency;
    this.affordable = affordable;
    this.wakeUp = wakeUp;
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
    asked = room();
    return asked;
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
    held.put(job.lease(), job);
    if (claimed >= asked) {
      moreMayWait = true;
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
                letGo(job.lease());
              }
            });
  }

  /** The leases to renew now. */
  public Renewal renewal() {
    return Renewal.of(held.keySet().stream().filter(lease -> !lost.contains(lease)).toList());
  }

  /**
   * Waits until nothing is held any more.
   *
   * @param patience how long to wait
   * @return false when something is still held then
   * @throws InterruptedException when the waiting thread is stopped
   */
  public boolean awaitNone(Duration patience) throws InterruptedException {
    long end = System.nanoTime() + patience.toNanos();
    synchronized (held) {
      while (!held.isEmpty()) {
        long left = end - System.nanoTime();
        if (left <= 0) {
          return false;
        }
        TimeUnit.NANOSECONDS.timedWait(held, left);
      }
    }
    return true;
  }

  /** True while this process holds any job. */
  public boolean any() {
    return !held.isEmpty();
  }

  /** The jobs held at this moment. */
  public List<ClaimedJob> all() {
    return List.copyOf(held.values());
  }

  /**
   * Compares what was to be renewed with what the database still knows as held here. The rest is
   * lost: whatever this process still writes for it will change nothing.
   *
   * @param renewal what was asked for
   * @param rows what came back: id and delivery
   */
  public void confirm(Renewal renewal, List<Map<String, Object>> rows) {
    Set<Lease> renewed =
        rows.stream()
            .map(
                row ->
                    new Lease(
                        ((Number) row.get("id")).longValue(),
                        ((Number) row.get("delivery")).intValue()))
            .collect(Collectors.toSet());
    for (Lease lease : renewal.leases()) {
      if (!renewed.contains(lease) && held.containsKey(lease)) {
        lost.add(lease);
        // Told aloud by the write that finds it out: a job that ends at this very moment looks the
        // same from here.
        LOG.debug("job {}: lease not renewed (delivery {})", lease.jobId(), lease.delivery());
      }
    }
  }

  private void letGo(Lease lease) {
    synchronized (held) {
      held.remove(lease);
      lost.remove(lease);
      held.notifyAll();
    }
    // At a low-water mark and not at every end: a busy worker claims a batch, not a job at a time.
    if (moreMayWait && free() >= Math.max(1, concurrency / 4)) {
      moreMayWait = false;
      wakeUp.signal();
    }
  }

  /**
   * Leases that are renewed together, in the shape that the statement takes.
   *
   * @param leases the leases, in no order
   * @param ids their jobs
   * @param deliveries their fencing tokens, in the same order
   */
  public record Renewal(List<Lease> leases, Long[] ids, Integer[] deliveries) {
    static Renewal of(List<Lease> leases) {
      return new Renewal(
          leases,
          leases.stream().map(Lease::jobId).toArray(Long[]::new),
          leases.stream().map(Lease::delivery).toArray(Integer[]::new));
    }
  }
}
