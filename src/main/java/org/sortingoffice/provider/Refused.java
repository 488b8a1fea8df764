package org.sortingoffice.provider;

/** The model declined to answer: a person has to. */
public final class Refused extends InvalidAnswer {
  private static final long serialVersionUID = 1L;

  /** The only way to say it: what the model said instead is not kept. */
  public Refused() {
    super("the model declined to answer");
  }
}
