package org.sortingoffice.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What of a moment decides about all that can follow. Two moments with one key have the same
 * future, though their deliveries have other numbers.
 *
 * @param key the text to compare
 */
record StateKey(String key) {
  static StateKey of(JobModel.Moment moment, Scope scope) {
    Facts facts = moment.snapshot().facts();
    List<String> parts = new ArrayList<>();
    for (JobFacts job : facts.jobs()) {
      parts.add(job(facts, job));
    }
    parts.add(facts.gate().reason() + " " + facts.gate().over() + " " + facts.gate().probing());
    parts.add(
        "prober " + (facts.gate().prober() == null ? "none" : isHeld(facts) ? "held" : "over"));
    // Hands are alike: who of them holds what makes no difference. What a holder knows stands in
    // the job, but for the probe; what a late one knows has no effect. But a
    // suspect, held or late, keeps its process from claiming another, if that has several hands.
    List<String> hands = new ArrayList<>();
    for (Map.Entry<Hand, Token> busy : moment.knowledge().tokens().entrySet()) {
      Token token = busy.getValue();
      hands.add(
          token.holds(facts)
              ? token.job() + " held" + probe(token, facts)
              : token.job()
                  + " late "
                  + ofTheLastDelivery(token, facts)
                  + probe(token, facts)
                  + (token.suspect() && scope.hasProcessOfSeveralHands() ? " suspect" : ""));
    }
    hands.sort(null);
    parts.addAll(hands);
    return new StateKey(String.join("|", parts));
  }

  private static boolean isHeld(Facts facts) {
    Prober prober = facts.gate().prober();
    JobFacts job = facts.job(prober.job());
    return job.running() && job.delivery() == prober.delivery();
  }

  private static String probe(Token token, Facts facts) {
    return token.probe() ? " as probe " + facts.gate().listensTo(token.asProber()) : "";
  }

  /** A token of the very last delivery differs from older ones: only the state tells it apart. */
  private static boolean ofTheLastDelivery(Token token, Facts facts) {
    return token.delivery() == facts.job(token.job()).delivery();
  }

  private static String job(Facts facts, JobFacts job) {
    String foldsInto = "";
    int latest = job.delivery() - (job.running() ? 1 : 0);
    for (DeliveryFacts row : facts.history(job.id())) {
      if (row.delivery() == latest && row.outcome().equals("waiting")) {
        foldsInto = row.waitReason() + row.attempt();
      }
    }
    return String.join(
        " ",
        job.state(),
        "" + job.attempt(),
        job.due() ? "due" : "",
        job.leaseEnded() ? "ended" : "",
        String.valueOf(job.waitReason()),
        job.hasResults() ? "begun" : "",
        facts.stepsDone(job.id()).toString(),
        foldsInto,
        "" + Math.min(job.losses(), 2));
  }
}
