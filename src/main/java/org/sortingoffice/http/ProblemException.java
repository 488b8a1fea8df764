package org.sortingoffice.http;

/**
 * Ends the handling of a request with a {@link Problem}. It is an answer, not an accident: it has
 * no stack trace, which also makes a refusal as cheap as an acceptance.
 */
public final class ProblemException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final transient Problem problem;

  /** Wraps the answer; the message is its code and detail. */
  public ProblemException(Problem problem) {
    super(problem.code() + ": " + problem.detail(), null, false, false);
    this.problem = problem;
  }

  /** The answer to send. */
  public Problem problem() {
    return problem;
  }
}
