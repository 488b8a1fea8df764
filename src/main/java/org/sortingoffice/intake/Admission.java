package org.sortingoffice.intake;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sortingoffice.http.Problem;
import org.sortingoffice.http.Problems;

/**
 * Whether a new ticket may come into the queue: not when the queue is full ({@code queue.limit},
 * 503), nor when its actor's share of it is used up ({@code actor.limit}, 429). It is asked before
 * anything is written, and looks at counts that are kept anyway; requests that are under way count
 * as if they were in. A replay is no new ticket and is never refused (contract 9): that is for the
 * caller to find out.
 */
public final class Admission {
  private static final Logger LOG = LoggerFactory.getLogger("intake");

  /** It has room again when a twentieth is free, so that it is not told again and again. */
  private static final double ROOM_AGAIN = 0.95;

  private final OptionalInt queueLimit;
  private final OptionalInt actorLimit;
  private final QueueCount queue;
  private final ActorShares shares;
  private final RefusedLine line;
  private final AtomicInteger underWay = new AtomicInteger();
  private final AtomicBoolean toldFull = new AtomicBoolean();
  private final Map<String, Counter> refused = new HashMap<>();

  /**
   * @param limits how much there may be
   * @param queue how much there is
   * @param random spreads those who are refused
   * @param nanoTime a clock for differences, in nanoseconds
   * @param meters counts those who are refused
   */
  public Admission(
      QueueLimits limits,
      QueueCount queue,
      RandomGenerator random,
      LongSupplier nanoTime,
      MeterRegistry meters) {
    this.queueLimit = limits.queue();
    this.actorLimit = limits.actor();
    this.queue = queue;
    this.shares = new ActorShares(() -> new ActorShare(limits.lightJobs(), random, nanoTime));
    this.line = new RefusedLine(random, nanoTime);
    for (Problems why :
        List.of(Problems.QUEUE_FULL, Problems.OWN_SHARE_USED_UP, Problems.TOO_MANY_REQUESTS)) {
      String code = why.problem().code();
      refused.put(
          code,
          Counter.builder("sorting.office.tickets.refused")
              .description("Good tickets that were refused because more came than may")
              .tag("reason", code)
              .register(meters));
    }
  }

  /** A new ticket is refused for this reason. */
  void refused(Problem why) {
    refused.get(why.code()).increment();
  }

  /** A request comes in. */
  Applicant enter(String actor) {
    underWay.incrementAndGet();
    ActorShare share = shares.of(actor);
    return new Applicant(share, share.enter());
  }

  /** A request for a new ticket, until it is answered. */
  final class Applicant implements AutoCloseable {
    private final ActorShare share;
    private final long earlierJob;

    private Applicant(ActorShare share, long earlierJob) {
      this.share = share;
      this.earlierJob = earlierJob;
    }

    /** A parameter of {@code accept-ticket.sql}: what tells the lane. */
    long earlierJob() {
      return earlierJob;
    }

    /**
     * Whether the actor's jobs have to be counted first; {@link #counted} or {@link #notCounted}
     * must follow then.
     */
    boolean mustCount() {
      return actorLimit.isPresent() && share.mustCount();
    }

    /** How many of the actor's jobs wait in the bulk lane. */
    void counted(long bulkJobs) {
      share.counted(bulkJobs, mostForActor());
    }

    /** The actor's jobs could not be counted. */
    void notCounted() {
      share.notCounted();
    }

    /** Why a new ticket may not come in, if it may not; as an answer with its Retry-After. */
    Optional<Problem> refusal() {
      if (actorLimit.isPresent()) {
        long excess = share.estimate() - actorLimit.getAsInt();
        if (excess > 0) {
          return Optional.of(
              Problems.OWN_SHARE_USED_UP.problem().retryAfter(share.comeAgain(excess)));
        }
      }
      if (queueLimit.isPresent()) {
        long queued = queue.estimate();
        long excess = queued + underWay.get() - queueLimit.getAsInt();
        if (excess > 0) {
          tellFull(queued);
          return Optional.of(
              Problems.QUEUE_FULL.problem().retryAfter(line.join(excess, queue.drainRate())));
        }
        if (toldFull.get() && queued < ROOM_AGAIN * queueLimit.getAsInt()) {
          tellRoom(queued);
        }
      }
      return Optional.empty();
    }

    /**
     * It is accepted, as a new ticket.
     *
     * @return its place in the queue, 1 being next
     */
    int accepted(long job, boolean isBulk) {
      share.accepted(job, isBulk);
      return queue.accepted(isBulk);
    }

    @Override
    public void close() {
      share.leave();
      underWay.decrementAndGet();
    }
  }

  /** A parameter of {@code count-actor.sql}: how far to count. */
  public int mostForActor() {
    return QueueCount.mostFor(actorLimit.orElse(0));
  }

  private void tellFull(long queued) {
    if (toldFull.compareAndSet(false, true)) {
      LOG.warn(
          "the queue is full: about {} jobs are in it, and QUEUE_LIMIT is {}; new tickets are answered"
              + " 503 with Retry-After until there is room",
          queued,
          queueLimit.getAsInt());
    }
  }

  private void tellRoom(long queued) {
    if (toldFull.compareAndSet(true, false)) {
      LOG.info("the queue has room again: about {} jobs are in it", queued);
    }
  }
}
