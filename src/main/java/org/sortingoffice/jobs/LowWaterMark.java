package org.sortingoffice.jobs;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * The place in a lane of the queue up to which this process has claimed, so that the next claim
 * begins to read there and not at the front, where the index entries of all jobs that were claimed
 * before pile up while some other transaction holds a snapshot.
 *
 * <p>It only saves reading. A job may come to lie before the mark: its ticket was committed late,
 * another worker had it locked for a moment and was lost, the database's clock stepped back. Such
 * stragglers are found by a full look, which every so often begins at the front, and the mark then
 * goes back to them. Nothing else depends on it: it stands in no table, each process has its own,
 * and a new one begins at the front.
 *
 * <p>Used by the thread that claims, and by no other.
 */
public final class LowWaterMark {
  private static final String FRONT = "-infinity";

  /** After a look from the front, so many times what it took is for claims that go on. */
  private static final int OTHERS = 4;

  /** Stragglers do not wait longer, whatever made a look slow. */
  private static final Duration LONGEST = Duration.ofSeconds(10);

  private final Duration fullLookEvery;
  private final LongSupplier nanoTime;
  private String runAt = FRONT;
  private long id;
  private boolean full;
  private long lastFullLook;
  private long pause;

  /**
   * @param fullLookEvery how often the claim reads from the front, when it reads at all; less often
   *     while that takes long, so that claims go on beside it: at least every 10 s
   * @param nanoTime a clock for differences, in nanoseconds
   */
  public LowWaterMark(Duration fullLookEvery, LongSupplier nanoTime) {
    this.fullLookEvery = fullLookEvery;
    this.nanoTime = nanoTime;
    this.pause = fullLookEvery.toNanos();
    this.lastFullLook = nanoTime.getAsLong() - pause;
  }

  /** To be called before each claim: decides where it reads from. */
  public void beginLook() {
    full = untilFullLook().isZero();
    if (full) {
      lastFullLook = nanoTime.getAsLong();
    }
  }

  /** To be called after each claim: one that read long from the front is not repeated soon. */
  public void endLook() {
    if (full) {
      long took = nanoTime.getAsLong() - lastFullLook;
      long longest = Math.max(LONGEST.toNanos(), fullLookEvery.toNanos());
      pause = Math.min(longest, Math.max(fullLookEvery.toNanos(), (OTHERS + 1) * took));
    }
  }

  /** How long until a claim reads from the front again; zero when it is time. */
  public Duration untilFullLook() {
    long left = lastFullLook + pause - nanoTime.getAsLong();
    return Duration.ofNanos(Math.max(0, left));
  }

  /** A parameter of {@code claim-jobs.sql}: from which due time on, as PostgreSQL writes it. */
  public String runAt() {
    return full ? FRONT : runAt;
  }

  /** A parameter of {@code claim-jobs.sql}: after which job, of those with that due time. */
  public long id() {
    return full ? 0 : id;
  }

  /**
   * Moves the mark to where the claim came, forward or, after a full look, back.
   *
   * @param reachedRunAt the due time of the last job that it took, as PostgreSQL writes it; null
   *     when it took none
   * @param reachedId the last job that it took; null when it took none
   */
  public void moveTo(Object reachedRunAt, Object reachedId) {
    if (reachedRunAt instanceof String reached) {
      runAt = reached;
      id = ((Number) reachedId).longValue();
    }
  }
}
