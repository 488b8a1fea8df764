package org.sortingoffice.model;

import java.util.ArrayList;
import java.util.List;

/**
 * A way to a moment at which somebody still writes for a job that he has lost.
 *
 * @param name what happened to the job
 * @param jobs how many jobs there are
 * @param path the way there
 * @param late whose token is used, as it was after his first claim
 * @param guessed whether one is added to the token's delivery, as nobody should
 */
record Situation(String name, int jobs, List<Action> path, Hand late, boolean guessed) {
  private static final Hand ONE = new Hand("worker", 1, 0);
  private static final Hand OF_THE_SAME_NAME = new Hand("worker", 2, 0);
  private static final Hand ANOTHER = new Hand("another", 3, 0);

  static List<Situation> all() {
    List<Situation> all = new ArrayList<>();
    all.add(lost("its lease passed to a process of the same name", claim(OF_THE_SAME_NAME)));
    all.add(lost("its lease passed to another worker", claim(ANOTHER)));
    all.add(
        lost(
            "its lease passed to another slot of the same process",
            new Claim(List.of(ONE, new Hand("worker", 1, 1)))));
    all.add(after("its lease ended and it is queued again", TimePasses.LEASES, new Recover()));
    all.add(after("it was given back", new Release(ONE)));
    for (Wait wait : Wait.values()) {
      all.add(after("it waits: " + wait.reason(), new Park(ONE, wait)));
    }
    all.add(after("it succeeded", new Save(ONE, "classify"), new Finish(ONE)));
    all.add(after("it failed", new Bury(ONE, "failed")));
    all.add(after("it is a dead letter", new Bury(ONE, "dead_letter")));
    all.add(after("it was cancelled", new Cancel(1)));
    all.add(after("it was redriven", new Bury(ONE, "failed"), new Retry(1)));
    all.add(after("it became too old", new Release(ONE), new AgeOut(1)));
    all.add(new Situation("it was never claimed so often", 1, List.of(claim(ONE)), ONE, true));
    all.add(
        new Situation(
            "it was given back while another job is held by a delivery of the same number",
            2,
            List.of(claim(ANOTHER), claim(ONE), new Release(ONE)),
            ONE,
            false));
    return all;
  }

  /** The token of the late one, who got this one at his claim. */
  Token token(Token claimed) {
    return guessed
        ? new Token(
            claimed.job(),
            claimed.delivery() + 1,
            claimed.attempt(),
            claimed.suspect(),
            claimed.probe(),
            claimed.worker())
        : claimed;
  }

  private static Situation lost(String name, Claim claim) {
    return after(name, TimePasses.LEASES, new Recover(), claim);
  }

  private static Situation after(String name, Action... what) {
    List<Action> path = new ArrayList<>();
    path.add(claim(ONE));
    path.addAll(List.of(what));
    return new Situation(name, 1, path, ONE, false);
  }

  private static Claim claim(Hand hand) {
    return new Claim(List.of(hand));
  }

  @Override
  public String toString() {
    return name;
  }
}
