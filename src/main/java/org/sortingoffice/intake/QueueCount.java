package org.sortingoffice.intake;

import java.time.Duration;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.apache.camel.Body;
import org.apache.camel.Handler;

/**
 * About how long the queue is, and about where in it a new ticket stands. Counting the queue for
 * every ticket would cost more than accepting it, so the queue is counted every second, or less
 * often when that takes long ({@link CountPace}), and the tickets accepted since are added: a good
 * guess, and called one in the API's documentation.
 *
 * <p>It is wrong by what other processes accepted since the last count, a second's worth and in a
 * queue of a million jobs half a minute's.
 */
public final class QueueCount {
  /** Nobody needs to know more exactly where a ticket stands. */
  private static final int MOST_FOR_POSITIONS = 10_000;

  private static final int LEAST_MARGIN = 1_000;
  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

  private final int most;
  private final int bulkEvery;
  private final LongSupplier nanoTime;
  private final CountPace pace;
  private final DrainRate drainRate = new DrainRate();
  private final AtomicLong light = new AtomicLong();
  private final AtomicLong bulk = new AtomicLong();
  private long lightAtBegin;
  private long bulkAtBegin;
  private volatile Count last = Count.NONE;

  /** What was counted, and how many had been accepted here before. */
  private record Count(
      long queued,
      long lightDue,
      long bulkDue,
      long newestJob,
      long lightBefore,
      long bulkBefore,
      long at) {
    static final Count NONE = new Count(0, 0, 0, 0, 0, 0, 0);
  }

  /**
   * @param limit how many jobs the queue may hold, if there is a limit
   * @param bulkEvery of how many slots one is for the bulk lane
   * @param nanoTime a clock for differences, in nanoseconds
   */
  public QueueCount(OptionalInt limit, int bulkEvery, LongSupplier nanoTime) {
    this.most = Math.max(MOST_FOR_POSITIONS, limit.isPresent() ? mostFor(limit.getAsInt()) : 0);
    this.bulkEvery = bulkEvery;
    this.nanoTime = nanoTime;
    this.pace = new CountPace(Duration.ofMinutes(5), nanoTime);
  }

  /**
   * How far to count for a limit: somewhat beyond it. Several processes can pass it by what they do
   * not know of each other, and how fast the queue drains shows only where counts differ.
   */
  static int mostFor(int limit) {
    return (int) Math.min(Integer.MAX_VALUE, limit + Math.max(LEAST_MARGIN, limit / 10L));
  }

  /** A parameter of {@code count-queue.sql}: how far to count. */
  public int most() {
    return most;
  }

  /** Whether it is time to count again; who asks does so then. Asked by one thread. */
  public boolean isDue() {
    // A count that failed, because the database was away, has not said so.
    pace.fail();
    if (!pace.begin()) {
      return false;
    }
    lightAtBegin = light.get();
    bulkAtBegin = bulk.get();
    return true;
  }

  /** Takes over the row of {@code count-queue.sql}. */
  @Handler
  public void refresh(@Body Map<String, Object> row) {
    Count before = last;
    Count now =
        new Count(
            number(row, "queued"),
            number(row, "light_due"),
            number(row, "bulk_due"),
            number(row, "newest_job"),
            lightAtBegin,
            bulkAtBegin,
            nanoTime.getAsLong());
    if (before != Count.NONE && before.queued < most && now.queued < most) {
      long came = now.newestJob - before.newestJob;
      drainRate.observe(came - (now.queued - before.queued), now.at - before.at);
    }
    last = now;
    pace.end();
  }

  private static long number(Map<String, Object> row, String column) {
    return ((Number) row.get(column)).longValue();
  }

  /**
   * The place of a ticket that was just accepted; 1 is next. A light one comes before the bulk ones
   * except for their share.
   */
  public int accepted(boolean isBulk) {
    Count count = last;
    long lightNow = isBulk ? light.get() : light.incrementAndGet();
    long bulkNow = isBulk ? bulk.incrementAndGet() : bulk.get();
    long lightDue = count.lightDue + lightNow - count.lightBefore;
    long bulkDue = count.bulkDue + bulkNow - count.bulkBefore;
    if (isBulk) {
      return (int) (lightDue + bulkDue);
    }
    long share = bulkEvery == 1 ? bulkDue : lightDue / (bulkEvery - 1);
    return (int) (lightDue + Math.min(bulkDue, share));
  }

  /** About how many jobs are queued now, those that wait for their time included. */
  public long estimate() {
    Count count = last;
    long since = light.get() - count.lightBefore + bulk.get() - count.bulkBefore;
    double blindSeconds = (nanoTime.getAsLong() - count.at - SECOND) / (double) SECOND;
    double left = Math.max(0, blindSeconds) * drainRate.perSecond().orElse(0);
    return Math.max(0, count.queued + since - (long) left);
  }

  /** How fast the queue drains. */
  DrainRate drainRate() {
    return drainRate;
  }
}
