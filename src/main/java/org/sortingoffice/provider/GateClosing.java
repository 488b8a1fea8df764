package org.sortingoffice.provider;

import org.sortingoffice.jobs.Lease;

/**
 * A wish to close the provider's gate: the parameters of {@code close-gate.sql}.
 *
 * @param gateReason why
 * @param baseMillis how long, the first time; doubles with every time that follows
 * @param capMillis how long at most, unless the provider asked for more
 * @param atLeastMillis how long the provider asked for; 0 when it did not say
 * @param hint what it said, in its own words, or null
 * @param told what happened, for people
 * @param probe the delivery that was refused, when it was a probe, which closes a closed gate
 *     again; null for any other
 */
public record GateClosing(
    GateReason gateReason,
    long baseMillis,
    long capMillis,
    long atLeastMillis,
    String hint,
    String told,
    Lease probe) {

  /** The reason as the database spells it. */
  public String reason() {
    return gateReason.stored();
  }

  /** The probe's job; null when it was none. */
  public Long job() {
    return probe == null ? null : probe.jobId();
  }

  /** The probe's delivery; null when it was none. */
  public Integer delivery() {
    return probe == null ? null : probe.delivery();
  }
}
