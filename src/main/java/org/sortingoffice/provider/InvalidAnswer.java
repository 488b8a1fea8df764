package org.sortingoffice.provider;

/**
 * The provider answered, but not with what the step asked for. The same prompt would get the same
 * answer.
 */
public sealed class InvalidAnswer extends ProviderFailure
    permits AnswerTooLarge, OutputTruncated, Refused, WrongDimension {
  private static final long serialVersionUID = 1L;

  /**
   * @param message what is wrong with the answer
   */
  public InvalidAnswer(String message) {
    super(message, 200, RetryHint.NONE, null);
  }

  @Override
  public Consequence consequence() {
    return Consequence.FAIL;
  }
}
