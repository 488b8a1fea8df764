package org.sortingoffice.samples;

import java.util.List;
import java.util.stream.Stream;

/**
 * A way in which a job ends before its time, in the words that the worker writes for it.
 *
 * @param ending how it came to its end
 * @param step the step that failed; null when the worker was lost
 * @param status the HTTP status behind it; null when there was none
 * @param error one line: the kind of failure and what happened
 * @param shortestMillis how long a failing call takes at least
 * @param longestMillis and at most
 */
record Misfortune(
    Ending ending,
    String step,
    Integer status,
    String error,
    long shortestMillis,
    long longestMillis) {

  /** The teams as {@code classify.teams} has them by default. */
  private static final String NO_TEAM =
      "the team is none of [billing, delivery, technical, account, returns, general]";

  /** How a job comes to its end. */
  enum Ending {
    /** Failed, waited and failed again until no attempt was left: dead_letter. */
    EXHAUSTED,
    /** Lost its worker each time: dead_letter. */
    LOST,
    /** Cannot work: failed at once. */
    FAILED
  }

  /** The state of the job at its end. */
  String state() {
    return ending == Ending.FAILED ? "failed" : "dead_letter";
  }

  /** All kinds, the common ones more than once. */
  static List<Misfortune> all() {
    return Stream.of(
            answered(503, "classify"),
            invalid("classify", NO_TEAM),
            lost(),
            answered(503, "draft_reply"),
            unusable(
                "OutputTruncated: the answer was cut off at its longest length", "draft_reply"),
            rejected("ContentFiltered", "content_filter", "draft_reply"),
            answered(503, "embed"),
            silent("draft_reply", "the provider did not answer in time", 60_000, 60_150),
            invalid("classify", "the answer is not a JSON object"),
            answered(502, "classify"),
            unusable("WrongDimension: 768≠384", "embed"),
            answered(503, "draft_reply"),
            silent("classify", "the connection to the provider failed", 1, 40),
            unusable("Refused: the model declined to answer", "draft_reply"),
            answered(500, "embed"),
            rejected("RequestRejected", "invalid_request_error", "classify"),
            invalid("classify", "the priority is not a whole number from 1 to 4"),
            answered(504, "draft_reply"),
            lost(),
            invalid("draft_reply", "the answer is empty"),
            rejected("ContextTooLong", "context_length_exceeded", "embed"),
            silent("embed", "the provider did not answer in time", 60_000, 60_150),
            invalid("classify", "the answer holds no choice"),
            invalid("embed", "the embedding holds something that is not a number"))
        .toList();
  }

  private static Misfortune answered(int status, String step) {
    String error = "ProviderUnavailable: the provider answered " + status;
    return new Misfortune(Ending.EXHAUSTED, step, status, error, 5, 900);
  }

  private static Misfortune silent(String step, String what, long shortest, long longest) {
    String error = "ProviderUnavailable: " + what;
    return new Misfortune(Ending.EXHAUSTED, step, null, error, shortest, longest);
  }

  private static Misfortune lost() {
    String error = "WorkerLost: the lease of the worker ended";
    // A lease of 30 s, renewed once or not at all, and up to a second until somebody looks.
    return new Misfortune(Ending.LOST, null, null, error, 30_010, 41_000);
  }

  private static Misfortune invalid(String step, String what) {
    return unusable("InvalidAnswer: " + what, step);
  }

  private static Misfortune unusable(String error, String step) {
    return new Misfortune(Ending.FAILED, step, 200, error, 60, 1_400);
  }

  private static Misfortune rejected(String kind, String code, String step) {
    String error = kind + ": the provider answered 400 (" + code + ")";
    return new Misfortune(Ending.FAILED, step, 400, error, 5, 120);
  }
}
