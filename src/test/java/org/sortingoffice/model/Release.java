package org.sortingoffice.model;

import java.util.List;
import java.util.Map;

/**
 * A stopping process gives back all that it believes to hold, due at once and with its attempt.
 *
 * @param hands all hands of the process
 */
record Release(List<Hand> hands) implements Action {
  Release(Hand hand) {
    this(List.of(hand));
  }

  @Override
  public List<Map<String, Object>> perform(
      ModelDatabase database, Statements statements, Knowledge knowledge) {
    return database.run(statements.get("release-jobs"), Values.of(knowledge.tokensOf(hands)));
  }

  @Override
  public Expectation expect(Facts before, Knowledge knowledge, List<Map<String, Object>> rows) {
    Facts after = before;
    Knowledge now = knowledge;
    int released = 0;
    for (Hand hand : hands) {
      Token token = knowledge.tokens().get(hand);
      if (token != null && token.holds(before)) {
        JobFacts job = before.job(token.job());
        after =
            after
                .with(released(before, job))
                .plus(delivery(job))
                .with(after.gate().afterTheEndOf(token.job(), token.delivery()));
        now = now.without(hand);
        released++;
      }
    }
    return new Expectation(after, now, released + " row(s)");
  }

  private static JobFacts released(Facts before, JobFacts job) {
    return job.queuedAgain(
        job.attempt() - 1,
        true,
        null,
        job.waits(),
        !before.stepsDone(job.id()).isEmpty(),
        job.error());
  }

  private static DeliveryFacts delivery(JobFacts job) {
    return new DeliveryFacts(
        job.id(),
        job.delivery(),
        job.attempt(),
        job.lockedBy(),
        true,
        "released",
        null,
        null,
        null,
        1);
  }
}
