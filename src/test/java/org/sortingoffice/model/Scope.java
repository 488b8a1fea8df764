package org.sortingoffice.model;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What may happen in a search: who takes part, and what they may do.
 *
 * @param hands the slots of all workers
 * @param steps the steps of a job
 * @param waits the kinds of waits
 * @param reasons for which the gate may be closed
 * @param people whether people retry and cancel
 * @param age whether jobs become too old
 */
record Scope(
    List<Hand> hands,
    List<String> steps,
    List<Wait> waits,
    List<String> reasons,
    boolean people,
    boolean age) {

  /** All that can be done next. */
  List<Action> actions(JobModel.Moment moment) {
    Facts facts = moment.snapshot().facts();
    Knowledge knowledge = moment.knowledge();
    List<Action> actions = new ArrayList<>();
    for (List<Hand> process : processes().values()) {
      if (!knowledge.tokens().keySet().containsAll(process)) {
        actions.add(new Claim(process));
      }
      if (process.stream().anyMatch(knowledge.tokens()::containsKey)) {
        actions.add(new Renew(process));
        actions.add(new Release(process));
      }
    }
    knowledge.tokens().forEach((hand, token) -> addWrites(actions, facts, hand, token));
    actions.add(new Recover());
    for (JobFacts job : facts.jobs()) {
      if (people) {
        actions.add(new Retry(job.id()));
        actions.add(new Cancel(job.id()));
      }
      if (age) {
        actions.add(new AgeOut(job.id()));
      }
    }
    addGate(actions, knowledge.tokens());
    for (TimePasses time : TimePasses.values()) {
      if (!time.later(facts).equals(facts)) {
        actions.add(time);
      }
    }
    return actions;
  }

  /** Whether some process may hold one job and claim another. */
  boolean hasProcessOfSeveralHands() {
    return processes().size() < hands.size();
  }

  private Map<String, List<Hand>> processes() {
    Map<String, List<Hand>> processes = new LinkedHashMap<>();
    for (Hand hand : hands) {
      processes
          .computeIfAbsent(hand.worker() + hand.process(), process -> new ArrayList<>())
          .add(hand);
    }
    return processes;
  }

  private void addWrites(List<Action> actions, Facts facts, Hand hand, Token token) {
    boolean stale = !token.holds(facts);
    for (String step : steps) {
      actions.add(new Save(hand, step));
    }
    if (stale || facts.stepsDone(token.job()).containsAll(steps)) {
      actions.add(new Finish(hand));
    }
    boolean last = token.attempt() >= Values.MAX_ATTEMPTS;
    for (Wait wait : waits) {
      if (stale || !wait.spendsAttempt() || !last) {
        actions.add(new Park(hand, wait));
      }
    }
    actions.add(new Bury(hand, "failed"));
    if (stale || last) {
      actions.add(new Bury(hand, "dead_letter"));
    }
    actions.add(new Forget(hand));
  }

  private void addGate(List<Action> actions, Map<Hand, Token> tokens) {
    List<Hand> probes =
        tokens.entrySet().stream()
            .filter(each -> each.getValue().probe())
            .map(Map.Entry::getKey)
            .toList();
    for (String reason : reasons) {
      actions.add(new CloseGate(reason));
      probes.forEach(probe -> actions.add(new CloseGate(reason, probe)));
    }
    if (!reasons.isEmpty()) {
      probes.forEach(probe -> actions.add(new OpenGate(probe)));
    }
  }
}
