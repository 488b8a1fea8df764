package org.sortingoffice.samples;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.sortingoffice.jobs.FullJitter;
import org.sortingoffice.jobs.WorkerName;
import org.sortingoffice.steps.StepResult;

/**
 * Tells how one job came to be set aside, delivery by delivery, as the worker's statements would
 * have written it down. Time is told in milliseconds before now, so it falls.
 */
final class DeadLetterHistory {
  private static final List<String> STEPS = List.of("classify", "draft_reply", "embed");
  private static final List<String> WORKERS = List.of("worker-1", "worker-2", "worker-3");
  private static final int ATTEMPTS = 5;

  private final SampleTicket ticket;
  private final Misfortune misfortune;
  private final SampleResults answers;
  private final Random random;
  private final FullJitter backoff;
  private final long created;
  private final List<DeadLetter.Delivery> deliveries = new ArrayList<>();
  private final List<DeadLetter.Result> results = new ArrayList<>();
  private long ago;
  private long due;
  private StepResult classified;
  private StepResult drafted;

  /**
   * @param created when the ticket was accepted, in milliseconds before now
   */
  DeadLetterHistory(
      SampleTicket ticket,
      Misfortune misfortune,
      long created,
      SampleResults answers,
      Random random) {
    this.ticket = ticket;
    this.misfortune = misfortune;
    this.created = created;
    this.answers = answers;
    this.random = random;
    this.backoff = new FullJitter(2_000, 2, 60_000, random);
    this.ago = created;
    this.due = created;
  }

  DeadLetter tell() {
    ago -= between(3, 1_200);
    switch (misfortune.ending()) {
      case EXHAUSTED -> fail(ATTEMPTS);
      case LOST -> loseWorkers();
      case FAILED -> fail(1);
    }
    DeadLetter.Delivery last = deliveries.get(deliveries.size() - 1);
    return new DeadLetter(
        ticket.request(),
        classified == null ? null : classified.team(),
        classified == null ? null : classified.priority(),
        drafted == null ? null : drafted.draftReply(),
        misfortune.state(),
        misfortune.ending() == Misfortune.Ending.LOST
            ? "WorkerLost: worker lost " + ATTEMPTS + " times"
            : misfortune.error(),
        misfortune.step(),
        !results.isEmpty() && deliveries.size() > 1,
        deliveries.size(),
        created,
        due,
        last.startedAgo(),
        last.endedAgo(),
        deliveries,
        results);
  }

  private void fail(int attempts) {
    int before = STEPS.indexOf(misfortune.step());
    for (int attempt = 1; attempt <= attempts; attempt++) {
      long started = ago;
      if (attempt == 1) {
        work(before);
      }
      ago -= between(misfortune.shortestMillis(), misfortune.longestMillis());
      boolean again = attempt < attempts;
      Long waitsUntil = again ? ago - backoff.draw(attempt) : null;
      String outcome = again ? "retried" : misfortune.state();
      add(attempt, workerName(), started, outcome, waitsUntil);
      if (again) {
        due = waitsUntil;
        ago = waitsUntil - between(2, 60);
      }
    }
  }

  /** After each loss but the first the job waits, as {@code recover-lost-jobs.sql} says. */
  private void loseWorkers() {
    int before = random.nextInt(STEPS.size());
    for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
      long started = ago;
      if (attempt == 1) {
        work(before);
      }
      ago = started - between(misfortune.shortestMillis(), misfortune.longestMillis());
      due = attempt == 1 ? ago : ago - backoff.draw(attempt - 1);
      add(attempt, workerName(), started, "lost", attempt < ATTEMPTS ? due : null);
      if (attempt < ATTEMPTS) {
        ago = due - between(2, 60);
      }
    }
  }

  private void work(int steps) {
    if (steps > 0) {
      classified = answers.classified(ticket);
      save(STEPS.get(0), classified);
    }
    if (steps > 1) {
      drafted = answers.drafted(ticket);
      save(STEPS.get(1), drafted);
    }
  }

  private void save(String step, StepResult result) {
    ago -= between(60, 1_400);
    results.add(
        new DeadLetter.Result(
            step,
            result.output(),
            result.model(),
            result.promptTokens(),
            result.completionTokens(),
            result.costUsd(),
            1,
            ago));
  }

  private void add(int attempt, String worker, long started, String outcome, Long waitsUntil) {
    deliveries.add(
        new DeadLetter.Delivery(
            attempt,
            worker,
            started,
            ago,
            outcome,
            misfortune.step(),
            misfortune.status(),
            misfortune.error(),
            outcome.equals("retried") ? "retry" : null,
            waitsUntil));
  }

  private String workerName() {
    return WorkerName.atStart(WORKERS.get(random.nextInt(WORKERS.size())), random).name();
  }

  private long between(long least, long most) {
    return least + random.nextInt((int) (most - least + 1));
  }
}
