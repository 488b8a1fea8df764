package org.sortingoffice.model;

import java.util.List;
import java.util.Map;

/** The recovery takes back the jobs whose lease ended. */
record Recover() implements Action {
  @Override
  public List<Map<String, Object>> perform(
      ModelDatabase database, Statements statements, Knowledge knowledge) {
    return database.run(statements.get("recover-lost-jobs"), Values.settings());
  }

  @Override
  public Expectation expect(Facts before, Knowledge knowledge, List<Map<String, Object>> rows) {
    Facts after = before;
    int lost = 0;
    for (JobFacts job : before.jobs()) {
      if (job.running() && job.leaseEnded()) {
        lost++;
        after =
            after
                .with(recovered(before, job))
                .with(after.gate().afterTheEndOf(job.id(), job.delivery()))
                .plus(lostDelivery(job));
      }
    }
    return new Expectation(after, knowledge, lost + " row(s)");
  }

  private static JobFacts recovered(Facts before, JobFacts job) {
    boolean begun = !before.stepsDone(job.id()).isEmpty();
    JobFacts recovered =
        job.attempt() >= Values.MAX_ATTEMPTS
            ? job.ended("dead_letter", 0, begun, "WorkerLost", job.failedStep())
            : job.queuedAgain(
                job.attempt(), job.attempt() <= 1, "worker_lost", 0, begun, "WorkerLost");
    return recovered.withLosses(job.losses() + 1);
  }

  private static DeliveryFacts lostDelivery(JobFacts job) {
    return new DeliveryFacts(
        job.id(),
        job.delivery(),
        job.attempt(),
        job.lockedBy(),
        true,
        "lost",
        null,
        "WorkerLost",
        null,
        1);
  }
}
