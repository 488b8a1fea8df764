package org.sortingoffice.model;

import java.util.List;

/** What the searches look at. */
final class Scopes {
  /** Two processes of one name: only their tokens tell them apart. */
  private static final Hand ONE = new Hand("worker", 1, 0);

  private static final Hand SECOND_OF_ONE = new Hand("worker", 1, 1);

  private static final Hand OTHER = new Hand("worker", 2, 0);

  /** One job, two workers, the recovery and people; the gate stays open. */
  static final Scope ONE_JOB =
      new Scope(
          List.of(ONE, OTHER),
          List.of("classify"),
          List.of(Wait.RETRY, Wait.RATE_LIMITED),
          List.of(),
          true,
          false);

  /** One job, one worker and the gate. */
  static final Scope THE_GATE =
      new Scope(
          List.of(ONE),
          List.of("classify"),
          List.of(Wait.RETRY),
          List.of("rate_limited", "provider_blocked"),
          false,
          false);

  /** The two slots of one process, which may hold one suspect at a time. */
  static final Scope SUSPECTS =
      new Scope(
          List.of(ONE, SECOND_OF_ONE), List.of("classify"), List.of(), List.of(), false, false);

  /** How two jobs lose their worker twice. */
  static final List<Action> TWO_SUSPECTS =
      List.of(
          new Claim(List.of(ONE, SECOND_OF_ONE)),
          TimePasses.LEASES,
          new Recover(),
          new Forget(ONE),
          new Forget(SECOND_OF_ONE),
          new Claim(List.of(ONE, SECOND_OF_ONE)),
          TimePasses.LEASES,
          new Recover(),
          new Forget(ONE),
          new Forget(SECOND_OF_ONE),
          TimePasses.WAITS);

  /** One slot and a gate that is half open. */
  static final Scope PROBES =
      new Scope(List.of(ONE), List.of("classify"), List.of(), List.of(), false, false);

  /** How one job loses its worker twice and another once, and the gate may be tried. */
  static final List<Action> A_SUSPECT_AND_ANOTHER =
      List.of(
          new Claim(List.of(ONE)),
          TimePasses.LEASES,
          new Recover(),
          new Forget(ONE),
          new Claim(List.of(ONE)),
          TimePasses.LEASES,
          new Recover(),
          new Forget(ONE),
          new Claim(List.of(ONE)),
          TimePasses.LEASES,
          new Recover(),
          new Forget(ONE),
          TimePasses.WAITS,
          new CloseGate("rate_limited"),
          TimePasses.GATE);

  /** All that there is: four processes, two of one name, three steps, every wait. */
  static final Scope EVERYTHING =
      new Scope(
          List.of(ONE, SECOND_OF_ONE, OTHER, new Hand("worker", 2, 1), new Hand("another", 3, 0)),
          List.of("classify", "draft_reply", "embed"),
          List.of(Wait.values()),
          List.of("rate_limited", "breaker_open", "provider_blocked"),
          true,
          true);

  private Scopes() {}
}
