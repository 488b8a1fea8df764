package org.sortingoffice.model;

import java.util.Map;

/** A stopping worker gives its job back, due at once and with its attempt. */
record Release(Hand hand) implements WorkerWrite {
  @Override
  public String statement() {
    return "release-job";
  }

  @Override
  public Map<String, Object> values(Token token) {
    return Values.of(token);
  }

  @Override
  public Expectation effect(Facts before, Knowledge knowledge, Token token) {
    JobFacts job = before.job(token.job());
    Facts after =
        before
            .with(
                job.queuedAgain(
                    job.attempt() - 1,
                    true,
                    null,
                    job.waits(),
                    !before.stepsDone(job.id()).isEmpty(),
                    job.error()))
            .plus(
                new DeliveryFacts(
                    job.id(),
                    job.delivery(),
                    token.attempt(),
                    token.worker(),
                    true,
                    "released",
                    null,
                    null,
                    null,
                    1));
    return new Expectation(after, knowledge.without(hand), "1 row(s)");
  }
}
