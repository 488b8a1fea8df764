package org.sortingoffice.simulator;

import org.apache.camel.Variable;

/**
 * Decides by seeded chance which calls a flaky provider fails: the same for the nth call of one
 * ticket and step, in every run.
 */
public final class Flakiness {
  private final Chance chance;

  Flakiness(Chance chance) {
    this.chance = chance;
  }

  /** Whether this call fails, at a share of {@code rate} (0.3). */
  public boolean strikes(@Variable("call") Call call) {
    CallRow row = call.row();
    String whose = row.ticket == null ? call.prompt() : row.ticket;
    return Chance.share(chance.of(row.step + ' ' + row.nth + ' ' + whose))
        < call.mode().number("rate", 0.3);
  }
}
