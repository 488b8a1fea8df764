package org.sortingoffice.provider;

/** The answer is larger than any answer may be; it was broken off and not kept. */
public final class AnswerTooLarge extends InvalidAnswer {
  private static final long serialVersionUID = 1L;

  /**
   * @param limit how many bytes an answer may have
   */
  public AnswerTooLarge(int limit) {
    super("the answer has more than %d bytes".formatted(limit));
  }
}
