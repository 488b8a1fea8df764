package org.sortingoffice.jobs;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.apache.camel.Body;

/**
 * What a worker measures of its jobs: claims, steps, deliveries and their ends, leases that were
 * lost. Labels are words of the program or names of steps and error classes, never anything that a
 * customer or a provider wrote.
 */
public final class JobMeters {
  private static final String NONE = "none";
  private static final Duration[] MILLIS_TO_A_MINUTE = {
    Duration.ofMillis(5),
    Duration.ofMillis(10),
    Duration.ofMillis(25),
    Duration.ofMillis(50),
    Duration.ofMillis(100),
    Duration.ofMillis(250),
    Duration.ofMillis(500),
    Duration.ofSeconds(1),
    Duration.ofMillis(2_500),
    Duration.ofSeconds(5),
    Duration.ofSeconds(10),
    Duration.ofSeconds(30),
    Duration.ofSeconds(60)
  };
  private static final Duration[] MILLIS_TO_AN_HOUR = {
    Duration.ofMillis(10),
    Duration.ofMillis(50),
    Duration.ofMillis(100),
    Duration.ofMillis(500),
    Duration.ofSeconds(1),
    Duration.ofSeconds(5),
    Duration.ofSeconds(30),
    Duration.ofMinutes(1),
    Duration.ofMinutes(5),
    Duration.ofMinutes(15),
    Duration.ofHours(1)
  };

  private final MeterRegistry meters;
  private final Counter succeeded;
  private final Timer delivery;
  private final Timer claim;
  private final DistributionSummary claimed;
  private final Timer claimWait;
  private final Map<LeaseLost.Reason, Counter> leasesLost = new EnumMap<>(LeaseLost.Reason.class);
  private final Map<String, Timer> steps = new ConcurrentHashMap<>();
  private final Map<String, Timer> failedSteps = new ConcurrentHashMap<>();

  /**
   * @param meters where all this is kept
   */
  public JobMeters(MeterRegistry meters) {
    this.meters = meters;
    succeeded = deliveries("succeeded", NONE);
    delivery =
        Timer.builder("sorting.office.delivery.duration")
            .description("How long a worker worked on a job, however it ended")
            .serviceLevelObjectives(MILLIS_TO_A_MINUTE)
            .register(meters);
    claim =
        Timer.builder("sorting.office.claim.duration")
            .description("How long a look for jobs to claim took, the handing over included")
            .serviceLevelObjectives(MILLIS_TO_A_MINUTE)
            .register(meters);
    claimed =
        DistributionSummary.builder("sorting.office.claim.jobs")
            .description("How many jobs a claim took that took any")
            .serviceLevelObjectives(1, 2, 5, 10, 20, 50, 100)
            .register(meters);
    claimWait =
        Timer.builder("sorting.office.claim.wait")
            .description("How long a job had been due when a worker claimed it")
            .serviceLevelObjectives(MILLIS_TO_AN_HOUR)
            .register(meters);
    for (LeaseLost.Reason reason : LeaseLost.Reason.values()) {
      leasesLost.put(
          reason,
          Counter.builder("sorting.office.leases.lost")
              .description("Deliveries that ended because the lease was not held any more")
              .tag("reason", reason.name().toLowerCase(Locale.ROOT))
              .register(meters));
    }
    for (String outcome : new String[] {"retried", "waiting", "failed", "dead_letter", "lost"}) {
      deliveries(outcome, NONE);
    }
  }

  private Counter deliveries(String outcome, String error) {
    return Counter.builder("sorting.office.deliveries")
        .description("Deliveries that ended, by what became of the job and by the kind of error")
        .tag("outcome", outcome)
        .tag("error", error)
        .register(meters);
  }

  void succeeded() {
    succeeded.increment();
  }

  /** A delivery ended as the verdict says, and it is written down. */
  void ended(Verdict verdict) {
    deliveries(verdict.outcome(), verdict.errorName()).increment();
  }

  /**
   * A job was taken from a worker that is lost.
   *
   * @param row of {@code recover-lost-jobs.sql}
   */
  public void workerLost(@Body Map<String, Object> row) {
    boolean given = row.get("state").equals("dead_letter");
    deliveries(given ? "dead_letter" : "lost", "WorkerLost").increment();
  }

  /** A job was set aside because it had waited too long. */
  public void tooOld() {
    deliveries("dead_letter", "TooOld").increment();
  }

  void leaseLost(LeaseLost.Reason reason) {
    leasesLost.get(reason).increment();
  }

  void claimed(int jobs, long nanos) {
    claim.record(nanos, TimeUnit.NANOSECONDS);
    if (jobs > 0) {
      claimed.record(jobs);
    }
  }

  void waited(double seconds) {
    claimWait.record((long) (seconds * 1e9), TimeUnit.NANOSECONDS);
  }

  void delivered(long nanos) {
    delivery.record(nanos, TimeUnit.NANOSECONDS);
  }

  void stepped(String step, boolean failed, long nanos) {
    (failed ? failedSteps : steps)
        .computeIfAbsent(step, name -> step(name, failed ? "failed" : "done"))
        .record(nanos, TimeUnit.NANOSECONDS);
  }

  private Timer step(String name, String outcome) {
    return Timer.builder("sorting.office.step.duration")
        .description("How long a step took: its provider call and the saving of its result")
        .tag("step", name)
        .tag("outcome", outcome)
        .serviceLevelObjectives(MILLIS_TO_A_MINUTE)
        .register(meters);
  }
}
