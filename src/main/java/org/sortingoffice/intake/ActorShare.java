package org.sortingoffice.intake;

import java.time.Duration;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;

/**
 * What this process knows of one actor's part of the queue: the newest jobs that it accepted from
 * the actor, which tell the lane of the next one, and, where there is a limit, how many there are.
 * Thread-safe.
 *
 * <p>The lane: when the actor's job before the last {@code actor.light.jobs} still waits, so do,
 * but for exceptions, those after it, and the next is bulk. That is one look-up in the primary key
 * by the statement that accepts, and nothing that has to be written.
 */
final class ActorShare {
  /** A count of one actor's jobs is no long one, and a wrong one concerns one customer. */
  private static final Duration MOST_BETWEEN_COUNTS = Duration.ofSeconds(5);

  /** No earlier job tells the lane: it is light. */
  static final long NONE = 0;

  /** Requests under way are enough to tell that it is bulk. */
  static final long SURELY_BULK = -1;

  private final long[] newest;
  private int known;
  private int next;
  private int underWay;

  private final CountPace pace;
  private final RefusedLine line;
  private final DrainRate drainRate = new DrainRate();
  private final LongSupplier nanoTime;
  private long bulkAccepted;
  private long bulkAcceptedAtBegin;
  private long bulkAcceptedBefore;
  private long counted = -1;
  private long countedAt;

  /**
   * @param lightJobs how many of an actor's jobs may wait in the light lane
   * @param random spreads those who are refused
   * @param nanoTime a clock for differences, in nanoseconds
   */
  ActorShare(int lightJobs, RandomGenerator random, LongSupplier nanoTime) {
    this.newest = new long[lightJobs];
    this.nanoTime = nanoTime;
    this.pace = new CountPace(MOST_BETWEEN_COUNTS, nanoTime);
    this.line = new RefusedLine(random, nanoTime);
  }

  /**
   * A request of the actor comes in; {@link #leave} must follow.
   *
   * @return the job by which to tell the lane, {@link #NONE} or {@link #SURELY_BULK}
   */
  synchronized long enter() {
    int others = underWay++;
    int place = newest.length - others;
    if (place <= 0) {
      return SURELY_BULK;
    }
    return known < place ? NONE : newest[Math.floorMod(next - place, newest.length)];
  }

  /** A request of the actor is over, whatever became of it. */
  synchronized void leave() {
    underWay--;
  }

  /** A ticket of the actor was accepted. */
  synchronized void accepted(long job, boolean isBulk) {
    newest[next] = job;
    next = (next + 1) % newest.length;
    known = Math.min(newest.length, known + 1);
    bulkAccepted += isBulk ? 1 : 0;
  }

  /**
   * Whether its jobs have to be counted before it is known whether the share is used up; who is
   * told so counts, and calls {@link #counted} or {@link #notCounted} then. While none of its jobs
   * was bulk it has few.
   */
  synchronized boolean mustCount() {
    if (bulkAccepted == 0 || !pace.begin()) {
      return false;
    }
    bulkAcceptedAtBegin = bulkAccepted;
    return true;
  }

  /** They could not be counted. */
  void notCounted() {
    pace.fail();
  }

  /**
   * Takes over a count.
   *
   * @param bulkJobs how many of the actor's jobs wait in the bulk lane
   * @param most how far was counted
   */
  synchronized void counted(long bulkJobs, long most) {
    long now = nanoTime.getAsLong();
    if (counted >= 0 && counted < most && bulkJobs < most) {
      long came = bulkAcceptedAtBegin - bulkAcceptedBefore;
      drainRate.observe(counted + came - bulkJobs, now - countedAt);
    }
    counted = bulkJobs;
    countedAt = now;
    bulkAcceptedBefore = bulkAcceptedAtBegin;
    pace.end();
  }

  /**
   * About how many of its jobs are queued or about to be, with the request that asks. The light
   * ones are not counted: as many as there may be are taken to be there once there are bulk ones.
   * Before the first count all that it accepted is.
   */
  synchronized long estimate() {
    if (counted < 0) {
      return known + bulkAccepted + underWay;
    }
    return newest.length + counted + bulkAccepted - bulkAcceptedBefore + underWay;
  }

  /** When one who is refused should come again, in seconds. */
  int comeAgain(long excess) {
    return line.join(excess, drainRate);
  }
}
