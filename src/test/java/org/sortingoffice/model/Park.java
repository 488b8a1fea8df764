package org.sortingoffice.model;

import java.util.Map;
import java.util.Optional;

/**
 * A worker gives its job back to wait. Waits of one kind that follow each other share a row of the
 * history, as long as they belong to the same attempt.
 */
record Park(Hand hand, Wait why) implements WorkerWrite {
  @Override
  public String statement() {
    return "park-job";
  }

  @Override
  public Map<String, Object> values(Token token) {
    return Values.park(token, why);
  }

  @Override
  public Expectation effect(Facts before, Knowledge knowledge, Token token) {
    JobFacts job = before.job(token.job());
    int waits =
        why != Wait.RATE_LIMITED
            ? 0
            : job.waits() + (Integer.valueOf(429).equals(why.status()) ? 1 : 0);
    JobFacts parked =
        job.queuedAgain(
                job.attempt() - (why.spendsAttempt() ? 0 : 1),
                false,
                why.reason(),
                waits,
                !before.stepsDone(job.id()).isEmpty(),
                why.error())
            .withLosses(0);
    Optional<DeliveryFacts> same = sameWaitBefore(before, job);
    DeliveryFacts row =
        new DeliveryFacts(
            job.id(),
            job.delivery(),
            job.attempt(),
            token.worker(),
            true,
            why.outcome(),
            "classify",
            why.error(),
            why.reason(),
            same.map(DeliveryFacts::repeats).orElse(0) + 1);
    Facts after = same.map(before::minus).orElse(before).with(parked).plus(row);
    after = after.with(before.gate().afterTheEndOf(token.job(), token.delivery()));
    return new Expectation(after, knowledge.without(hand), "1 row(s)");
  }

  private Optional<DeliveryFacts> sameWaitBefore(Facts before, JobFacts job) {
    return before.history(job.id()).stream()
        .filter(row -> row.delivery() == job.delivery() - 1)
        .filter(row -> row.outcome().equals("waiting") && why.outcome().equals("waiting"))
        .filter(row -> why.reason().equals(row.waitReason()) && row.attempt() == job.attempt())
        .findFirst();
  }
}
