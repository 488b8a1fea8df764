package org.sortingoffice.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * A process claims jobs for its free hands.
 *
 * @param hands all hands of the process
 */
record Claim(List<Hand> hands) implements Action {
  @Override
  public List<Map<String, Object>> perform(
      ModelDatabase database, Statements statements, Knowledge knowledge) {
    return database.run(
        statements.get("claim-jobs"),
        Values.claim(
            hands.get(0).worker(), free(knowledge).size(), holdsSuspect(knowledge), turn()));
  }

  /** For one process it is light's turn, for another bulk's. */
  private int turn() {
    return (hands.get(0).process() + 1) % 2;
  }

  /** A process takes one job at a time that may be what kills it. */
  private boolean holdsSuspect(Knowledge knowledge) {
    return knowledge.tokensOf(hands).stream().anyMatch(Token::suspect);
  }

  List<Hand> free(Knowledge knowledge) {
    return hands.stream().filter(hand -> !knowledge.tokens().containsKey(hand)).toList();
  }

  @Override
  public Expectation expect(Facts before, Knowledge knowledge, List<Map<String, Object>> rows) {
    List<Hand> free = free(knowledge);
    List<JobFacts> due = before.jobs().stream().filter(JobFacts::due).toList();
    long suspects = due.stream().filter(JobFacts::suspect).count();
    int eligible =
        (int) (due.size() - suspects) + (holdsSuspect(knowledge) ? 0 : (int) Math.min(1, suspects));
    GateFacts gate = before.gate();
    boolean probe = !gate.open() && gate.over() && !gate.probing() && eligible > 0;
    int slots = gate.open() ? free.size() : probe ? 1 : 0;
    Facts after =
        probe
            ? before.with(
                new GateFacts(
                    gate.reason(), true, gate.consecutive(), true, proberOf(before, rows)))
            : before;
    Knowledge now = knowledge;
    List<Map<String, Object>> inOrder =
        rows.stream().sorted(Comparator.comparing(row -> (Long) row.get("id"))).toList();
    for (int i = 0; i < inOrder.size(); i++) {
      Map<String, Object> row = inOrder.get(i);
      JobFacts claimed = claimed(before, row, probe);
      Token token =
          new Token(
              claimed.id(),
              claimed.delivery(),
              claimed.attempt(),
              claimed.suspect(),
              probe,
              hands.get(0).worker());
      after = after.with(claimed);
      assertThat(i)
          .as(() -> "jobs claimed for %s free slots".formatted(free.size()))
          .isLessThan(free.size());
      now = now.holding(free.get(i), token);
    }
    return new Expectation(after, now, Math.min(slots, eligible) + " row(s)");
  }

  private static Prober proberOf(Facts before, List<Map<String, Object>> rows) {
    assertThat(rows).as("a probe has a job").isNotEmpty();
    long job = (Long) rows.get(0).get("id");
    return new Prober(job, before.job(job).delivery() + 1);
  }

  /** Which of the due jobs are taken is the statement's choice; what is said of them is not. */
  private JobFacts claimed(Facts before, Map<String, Object> row, boolean probe) {
    JobFacts job = before.job((Long) row.get("id"));
    assertThat(job.due()).as(() -> "a claimed job was due: %s".formatted(job)).isTrue();
    JobFacts claimed = job.claimed(hands.get(0).worker());
    assertThat(row.get("delivery")).as("delivery").isEqualTo(claimed.delivery());
    assertThat(row.get("attempt")).as("attempt").isEqualTo(claimed.attempt());
    assertThat(row.get("suspect")).as("suspect").isEqualTo(job.suspect());
    assertThat(row.get("probe")).as("probe").isEqualTo(probe);
    assertThat(row.get("provider")).as("the default provider's gate").isNull();
    assertThat(steps((String) row.get("steps_done")))
        .as("steps done")
        .isEqualTo(before.stepsDone(job.id()));
    return claimed;
  }

  private static Set<String> steps(String list) {
    return list.isEmpty() ? Set.of() : new TreeSet<>(List.of(list.split(",")));
  }

  /** Begun jobs go first; and a suspect is the probe only when nothing else is due. */
  @Override
  public void checkChoice(Facts before, List<Map<String, Object>> rows) {
    List<JobFacts> due =
        before.jobs().stream().filter(JobFacts::due).filter(job -> !job.suspect()).toList();
    Set<Object> taken = new TreeSet<>(rows.stream().map(row -> (Long) row.get("id")).toList());
    if (!before.gate().open()) {
      assertThat(due.stream().map(JobFacts::id).toList())
          .as("jobs that were due when a suspect became the probe")
          .satisfiesAnyOf(
              healthy -> assertThat(healthy).isEmpty(),
              healthy -> assertThat(rows).noneMatch(row -> (Boolean) row.get("suspect")));
    }
    boolean tookFresh = due.stream().anyMatch(job -> !job.hasResults() && taken.contains(job.id()));
    boolean leftBegun = due.stream().anyMatch(job -> job.hasResults() && !taken.contains(job.id()));
    assertThat(tookFresh && leftBegun).as("a fresh job was taken before a begun one").isFalse();
  }
}
