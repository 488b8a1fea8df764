package org.sortingoffice.provider;

/** The model reached its longest answer before it was done: half an answer is none. */
public final class OutputTruncated extends InvalidAnswer {
  private static final long serialVersionUID = 1L;

  /** The only way to say it. */
  public OutputTruncated() {
    super("the answer was cut off at its longest length");
  }
}
