package org.sortingoffice.torture;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What must be true of the provider's calls, given the history. Together the rules bound their
 * number: each result that was saved has the one call that it came from, and each delivery that did
 * not end well may have made one more in vain.
 */
final class CallRules {
  private final List<ProviderCall> calls;
  private final History history;
  private final List<Violation> violations = new ArrayList<>();
  private int inVain;
  private int repeated;

  CallRules(List<ProviderCall> calls, History history) {
    this.calls = calls;
    this.history = history;
  }

  private record Place(long job, int delivery) {}

  /** What is broken. */
  List<Violation> violations() {
    Map<Place, Map<String, ProviderCall>> seen = new HashMap<>();
    Map<Place, ProviderCall> unsaved = new HashMap<>();
    for (ProviderCall call : calls) {
      Place place = new Place(call.job(), call.delivery());
      ProviderCall before =
          seen.computeIfAbsent(place, p -> new HashMap<>()).putIfAbsent(call.step(), call);
      if (before != null) {
        violate("a delivery calls once for a step", call, "and " + before.line());
      }
      check(call, place, unsaved);
    }
    for (History.Result result : history.allResults()) {
      Place place = new Place(result.job(), history.saver(result));
      if (!seen.getOrDefault(place, Map.of()).containsKey(result.step())) {
        violations.add(
            Violation.of(
                "a result comes from a call of the delivery that saved it",
                result.job(),
                result.step() + " of delivery " + place.delivery()));
      }
    }
    if (calls.size() > history.results() + history.cutShort()) {
      violations.add(
          Violation.of(
              "calls <= results + deliveries that did not end well",
              0,
              calls.size() + " > " + history.results() + " + " + history.cutShort()));
    }
    return List.copyOf(violations);
  }

  private void check(ProviderCall call, Place place, Map<Place, ProviderCall> unsaved) {
    History.Delivery delivery = history.of(call.job(), call.delivery());
    if (delivery == null) {
      violate("every call belongs to a delivery of the history", call, "");
      return;
    }
    Integer saver = history.saver(new History.Result(call.job(), call.step()));
    if (saver != null && saver == call.delivery()) {
      return;
    }
    inVain++;
    repeated += call.answeredWell() ? 1 : 0;
    if (saver != null && saver < call.delivery()) {
      violate("a finished step is not called again", call, "saved by delivery " + saver);
    }
    if (delivery.outcome().equals("succeeded")) {
      violate("a delivery that succeeded called nothing in vain", call, "");
    }
    ProviderCall other = unsaved.putIfAbsent(place, call);
    if (other != null) {
      violate("a delivery makes at most one call in vain", call, "and " + other.line());
    }
  }

  private void violate(String rule, ProviderCall call, String more) {
    violations.add(Violation.of(rule, call.job(), call.line() + " " + more));
  }

  /** How many calls saved nothing: refused, broken off, or answered to nobody. */
  int inVain() {
    return inVain;
  }

  /** How many of them were answered well: these are what a crash between call and save costs. */
  int repeated() {
    return repeated;
  }
}
