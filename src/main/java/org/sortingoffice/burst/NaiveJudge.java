package org.sortingoffice.burst;

import java.time.Duration;
import java.util.SplittableRandom;
import org.apache.camel.Exchange;
import org.apache.camel.Handler;
import org.sortingoffice.jobs.ClaimedJob;
import org.sortingoffice.jobs.FullJitter;
import org.sortingoffice.jobs.Judge;
import org.sortingoffice.jobs.Verdict;

/**
 * Judges as the office does, but for one thing: "slow down" counts as a failure like any other. It
 * spends the attempt, the next one follows after a backoff that knows nothing of the provider's
 * hint, and the last one makes a dead letter.
 *
 * <p>Its chance is drawn from job and attempt, so that a run can be repeated.
 */
public final class NaiveJudge {
  private static final int ATTEMPTS = 5;
  private static final Duration BASE = Duration.ofSeconds(2);
  private static final Duration CAP = Duration.ofSeconds(60);
  private static final long SEED = 19;

  private final Judge judge;
  private final long baseMillis;
  private final long capMillis;

  private NaiveJudge(Judge judge, Duration base, Duration cap) {
    this.judge = judge;
    this.baseMillis = base.toMillis();
    this.capMillis = cap.toMillis();
  }

  static NaiveJudge on(Scenario scenario) {
    return new NaiveJudge(
        new Judge(new SplittableRandom(SEED)), scenario.really(BASE), scenario.really(CAP));
  }

  /** Judges the failure on the exchange. */
  @Handler
  public Verdict judge(Exchange exchange) {
    return naively(judge.judge(exchange), exchange.getVariable("job", ClaimedJob.class));
  }

  Verdict naively(Verdict verdict, ClaimedJob job) {
    if (!"rate_limited".equals(verdict.waitReason())) {
      return verdict;
    }
    boolean last = job.attempt() >= ATTEMPTS;
    return new Verdict(
        last ? "dead_letter" : "retried",
        true,
        last ? null : "retry",
        last ? 0 : backoff(job),
        verdict.step(),
        verdict.status(),
        verdict.hint(),
        verdict.error());
  }

  private long backoff(ClaimedJob job) {
    SplittableRandom chance = new SplittableRandom(SEED << 40 ^ job.id() << 8 ^ job.attempt());
    return new FullJitter(baseMillis, 2, capMillis, chance).draw(job.attempt());
  }
}
