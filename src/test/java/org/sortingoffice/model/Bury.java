package org.sortingoffice.model;

import java.util.Map;

/** A worker sets its job aside for a person, as {@code failed} or {@code dead_letter}. */
record Bury(Hand hand, String outcome) implements WorkerWrite {
  @Override
  public String statement() {
    return "bury-job";
  }

  @Override
  public Map<String, Object> values(Token token) {
    return Values.bury(token, outcome);
  }

  @Override
  public Expectation effect(Facts before, Knowledge knowledge, Token token) {
    JobFacts job = before.job(token.job());
    Facts after =
        before
            .with(job.ended(outcome, 0, job.hasResults(), "Buried", "classify").withLosses(0))
            .with(before.gate().afterTheEndOf(token.job(), token.delivery()))
            .plus(
                new DeliveryFacts(
                    job.id(),
                    job.delivery(),
                    job.attempt(),
                    token.worker(),
                    true,
                    outcome,
                    "classify",
                    "Buried",
                    null,
                    1));
    return new Expectation(after, knowledge.without(hand), "1 row(s)");
  }
}
