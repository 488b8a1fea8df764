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
    GateFacts gate = before.gate();
    if (askedNobody(gate, knowledge, token)) {
      after = after.with(new GateFacts(gate.reason(), gate.over(), gate.consecutive(), false));
    }
    return new Expectation(after, knowledge.without(hand), "1 row(s)");
  }

  /** A probe during which the gate stayed closed asked nobody: it makes room for the next. */
  private static boolean askedNobody(GateFacts gate, Knowledge knowledge, Token token) {
    return token.probe() != null && !gate.open() && token.probe().opened() == knowledge.opened();
  }
}
