package org.sortingoffice.simulator;

import java.util.Map;

/**
 * The modes in force: one for all calls and some for single steps. A marker in a ticket's text
 * beats both.
 */
final class ModeBoard {
  private volatile Setting setting;

  /**
   * What is in force.
   *
   * @param general for steps that have none of their own
   * @param steps by step
   */
  record Setting(Mode general, Map<String, Mode> steps) {}

  ModeBoard(Mode general) {
    this.setting = new Setting(general, Map.of());
  }

  Setting setting() {
    return setting;
  }

  /** Puts other modes in force, all at once. */
  void change(Setting next) {
    this.setting = new Setting(next.general(), Map.copyOf(next.steps()));
  }

  /** Whether every call is served normally unless its text says otherwise. */
  boolean calm() {
    Setting now = setting;
    return now.steps().isEmpty() && now.general().name().equals(Mode.NORMAL);
  }

  /** The mode of a call that is the nth of its ticket and step. */
  Mode choose(CallRequest request, int nth) {
    return ModeMarker.find(request.prompt(), request.step(), nth)
        .orElseGet(() -> inForce(request.step(), nth));
  }

  private Mode inForce(String step, int nth) {
    Setting now = setting;
    Mode mode = now.steps().getOrDefault(step, now.general());
    return nth <= mode.times() ? mode : Mode.named(Mode.NORMAL);
  }
}
