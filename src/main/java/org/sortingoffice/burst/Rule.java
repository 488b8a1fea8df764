package org.sortingoffice.burst;

import java.time.Duration;
import java.util.Map;

/** What a 429 means for the job whose call it answers. */
public enum Rule {
  /** It waits and keeps its attempt; the provider's gate closes for all jobs (contract 24). */
  OURS("our rule", "a 429 spends no attempt", Duration.ofSeconds(140)) {
    @Override
    Map<String, Object> beansInstead(Scenario scenario) {
      return Map.of();
    }
  },
  /** It has failed once more: the attempt is spent, and the fifth is the last. */
  NAIVE("naive rule", "a 429 counts as a failure", Duration.ofSeconds(60)) {
    @Override
    Map<String, Object> beansInstead(Scenario scenario) {
      return Map.of("judge", NaiveJudge.on(scenario), "providerGate", new NoGate());
    }
  };

  private final String title;
  private final String meaning;
  private final Duration length;

  Rule(String title, String meaning, Duration length) {
    this.title = title;
    this.meaning = meaning;
    this.length = length;
  }

  /** Its name, as people read it. */
  public String title() {
    return title;
  }

  /** What it says. */
  String meaning() {
    return meaning;
  }

  /** How long it is looked at, on the experiment's clock. */
  Duration length() {
    return length;
  }

  /** The beans in which an office under this rule differs from the real one, by name. */
  abstract Map<String, Object> beansInstead(Scenario scenario);
}
