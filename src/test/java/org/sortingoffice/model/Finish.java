package org.sortingoffice.model;

import java.util.Map;

/** A worker that has all results ends its delivery well. */
record Finish(Hand hand) implements WorkerWrite {
  @Override
  public String statement() {
    return "finish-job";
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
            .with(job.ended("succeeded", 0, job.hasResults(), null, job.failedStep()).withLosses(0))
            .plus(
                new DeliveryFacts(
                    job.id(),
                    job.delivery(),
                    job.attempt(),
                    token.worker(),
                    true,
                    "succeeded",
                    null,
                    null,
                    null,
                    1));
    after = after.with(before.gate().afterTheEndOf(token.job(), token.delivery()));
    return new Expectation(after, knowledge.without(hand), "1 row(s)");
  }
}
