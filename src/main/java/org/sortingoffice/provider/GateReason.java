package org.sortingoffice.provider;

import java.util.Locale;

/** Why the provider's gate is closed. */
public enum GateReason {
  /** The provider asked to slow down. */
  RATE_LIMITED,
  /** The provider was ill. */
  BREAKER_OPEN,
  /** The provider will not work for us until a person does something. */
  PROVIDER_BLOCKED;

  /** As the database spells it, {@code jobs.wait_reason} and {@code provider_gate.reason}. */
  public String stored() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** As people read it. */
  public String inWords() {
    return stored().replace('_', ' ');
  }
}
