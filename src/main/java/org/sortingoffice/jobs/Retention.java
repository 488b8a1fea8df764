package org.sortingoffice.jobs;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.apache.camel.Body;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Walks over the jobs from the oldest on, again and again, so that those which ended long ago are
 * deleted in small statements with pauses between. Where the walk is stands only here: a process
 * that is lost loses nothing, its walk begins anew in another.
 *
 * <p>Used by one route, and so by one thread at a time.
 */
public final class Retention {
  /** Jobs looked at in a statement; of 1,000 with all that belongs to them some 100 ms. */
  private static final int MOST = 1_000;

  private static final int LEAST = 10;
  private static final Duration QUICK = Duration.ofMillis(300);
  private static final Duration SLOW = Duration.ofSeconds(1);

  private static final Logger LOG = LoggerFactory.getLogger(Retention.class);

  private final int days;
  private final OptionalInt setAsideDays;
  private final Duration every;
  private final MeterRegistry meters;
  private final LongSupplier nanoTime;
  private final Map<String, Long> deletedInWalk = new LinkedHashMap<>();
  private boolean walking;
  private long nextWalk;
  private long after;
  private int batch = MOST;
  private boolean asked;
  private long askedAt;

  /**
   * @param days for how many days a job is kept after it succeeded or was cancelled
   * @param setAsideDays the same for failed jobs and dead letters; empty keeps them until a person
   *     has seen to them
   * @param every how long after the end of a walk the next one begins
   * @param meters counts what is deleted
   * @param nanoTime a clock for differences, in nanoseconds
   */
  public Retention(
      int days,
      OptionalInt setAsideDays,
      Duration every,
      MeterRegistry meters,
      LongSupplier nanoTime) {
    this.days = days;
    this.setAsideDays = setAsideDays;
    this.every = every;
    this.meters = meters;
    this.nanoTime = nanoTime;
    this.nextWalk = nanoTime.getAsLong();
  }

  /** Whether there is a statement to run now. To be asked before each. */
  public boolean due() {
    long now = nanoTime.getAsLong();
    if (asked) {
      // The last one did not come back: mostly the database is away, or it took too long for it.
      batch = Math.max(LEAST, batch / 2);
    }
    if (!walking && now - nextWalk >= 0) {
      walking = true;
      after = 0;
      deletedInWalk.clear();
    }
    asked = walking;
    askedAt = now;
    return walking;
  }

  /** A parameter: the job after which the walk goes on. */
  public long after() {
    return after;
  }

  /** A parameter: how many jobs to look at. Fewer after a statement that was slow or failed. */
  public int batch() {
    return batch;
  }

  /** A parameter: for how many days jobs are kept that are done. */
  public int days() {
    return days;
  }

  /** A parameter: for how many days jobs are kept that were set aside; 0 is for ever. */
  public int setAsideDays() {
    return setAsideDays.orElse(0);
  }

  /**
   * Takes note of what a statement did, and moves on.
   *
   * @param row the row of {@code delete-old-jobs.sql}
   */
  public void moveOn(@Body Map<String, Object> row) {
    asked = false;
    adapt(Duration.ofNanos(nanoTime.getAsLong() - askedAt));
    for (String state : new String[] {"succeeded", "cancelled", "failed", "dead_letter"}) {
      count(state, ((Number) row.get(state)).longValue());
    }
    after = ((Number) row.get("reached")).longValue();
    if (!(Boolean) row.get("goes_on")) {
      walking = false;
      nextWalk = nanoTime.getAsLong() + every.toNanos();
      tell();
    }
  }

  private void adapt(Duration took) {
    if (took.compareTo(SLOW) > 0) {
      batch = Math.max(LEAST, batch / 2);
    } else if (took.compareTo(QUICK) < 0) {
      batch = Math.min(MOST, batch * 2);
    }
  }

  private void count(String state, long deleted) {
    Counter.builder("sorting_office_jobs_deleted")
        .description("Jobs that were deleted because they ended long ago, with their tickets")
        .tag("state", state)
        .register(meters)
        .increment(deleted);
    if (deleted > 0) {
      deletedInWalk.merge(state, deleted, Long::sum);
    }
  }

  private void tell() {
    if (!deletedInWalk.isEmpty()) {
      LOG.info(
          "deleted, because they ended long ago: {}",
          deletedInWalk.entrySet().stream()
              .map(each -> each.getValue() + " " + each.getKey())
              .collect(Collectors.joining(", ")));
    }
  }
}
