package org.sortingoffice.model;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What is true at every moment, whatever happened. */
final class Invariants {
  private static final List<String> STEPS = List.of("classify", "draft_reply", "embed");
  private static final Set<String> TERMINAL =
      Set.of("succeeded", "failed", "dead_letter", "cancelled");

  private Invariants() {}

  static void check(Snapshot now, Knowledge knowledge) {
    for (JobFacts job : now.facts().jobs()) {
      atMostOneHandHolds(job, now.facts(), knowledge);
      oneResultForAStep(job, now.facts());
      theTicketIsWhatTheResultsSay(job, now.facts());
      theAttemptIsWhatTheHistorySpent(job, now.facts(), knowledge);
      everyEndedDeliveryHasItsEnd(job, now.facts());
    }
    everyJobCanMove(now);
  }

  /** What is true of any two moments that follow each other. */
  static void checkChange(Facts before, Facts after, Action action) {
    for (JobFacts was : before.jobs()) {
      JobFacts is = after.job(was.id());
      int risen = is.delivery() - was.delivery();
      assertThat(risen)
          .as("delivery rises by one at a claim and never falls")
          .isBetween(0, action instanceof Claim ? 1 : 0);
      if (TERMINAL.contains(was.state()) && !is.state().equals(was.state())) {
        assertThat(action).as("an end is left only by a redrive").isInstanceOf(Retry.class);
      }
      assertThat(after.stepsDone(was.id()))
          .as("a saved result stays")
          .containsAll(before.stepsDone(was.id()));
    }
  }

  private static void atMostOneHandHolds(JobFacts job, Facts now, Knowledge knowledge) {
    assertThat(
            knowledge.tokens().entrySet().stream()
                .filter(held -> held.getValue().job() == job.id())
                .filter(held -> held.getValue().holds(now)))
        .as(() -> "hands that hold job %d".formatted(job.id()))
        .hasSizeLessThanOrEqualTo(1);
  }

  private static void oneResultForAStep(JobFacts job, Facts now) {
    List<String> tasks =
        now.results().stream()
            .filter(result -> result.job() == job.id())
            .map(ResultFacts::task)
            .toList();
    assertThat(tasks).as(() -> "results of job %d".formatted(job.id())).doesNotHaveDuplicates();
    if (job.state().equals("succeeded")) {
      assertThat(tasks).as("a job that succeeded has results").isNotEmpty();
    }
  }

  private static void theTicketIsWhatTheResultsSay(JobFacts job, Facts now) {
    for (String step : STEPS) {
      String saved =
          now.results().stream()
              .filter(result -> result.job() == job.id() && result.task().equals(step))
              .map(ResultFacts::text)
              .findFirst()
              .orElse(null);
      assertThat(now.ticket(job.id()).of(step))
          .as(() -> "%s on the ticket".formatted(step))
          .isEqualTo(saved);
    }
  }

  private static void theAttemptIsWhatTheHistorySpent(
      JobFacts job, Facts now, Knowledge knowledge) {
    assertThat(job.attempt()).as("attempt").isBetween(0, Values.MAX_ATTEMPTS);
    int redriven = knowledge.redriven().getOrDefault(job.id(), 0);
    long spent =
        now.history(job.id()).stream()
            .filter(row -> row.delivery() > redriven && row.spent())
            .count();
    assertThat(job.attempt())
        .as("attempt of %s, spent by %s", job, now.history(job.id()))
        .isEqualTo((int) spent + (job.running() ? 1 : 0));
  }

  private static void everyEndedDeliveryHasItsEnd(JobFacts job, Facts now) {
    List<DeliveryFacts> history = now.history(job.id());
    int under = job.running() ? 1 : 0;
    assertThat(history.stream().mapToInt(DeliveryFacts::repeats).sum())
        .as(() -> "deliveries in the history of %s: %s".formatted(job, history))
        .isEqualTo(job.delivery() - under);
    assertThat(history).allMatch(DeliveryFacts::ended, "has an end");
    Set<Integer> numbers = new HashSet<>();
    for (DeliveryFacts row : history) {
      assertThat(row.delivery()).isBetween(1, job.delivery() - under);
      assertThat(numbers.add(row.delivery()))
          .as(() -> "one row for delivery %s".formatted(row))
          .isTrue();
    }
  }

  private static void everyJobCanMove(Snapshot now) {
    for (JsonNode job : now.rows().path("jobs")) {
      String state = job.path("state").asText();
      assertThat(job.path("run_at").isTextual()).as(() -> "run_at of %s".formatted(job)).isTrue();
      assertThat(job.path("lease_until").isTextual())
          .as(() -> "lease_until of %s".formatted(job))
          .isEqualTo(state.equals("running"));
      assertThat(job.path("finished_at").isTextual())
          .as(() -> "finished_at of %s".formatted(job))
          .isEqualTo(TERMINAL.contains(state));
    }
  }
}
