package org.sortingoffice.burst;

/** Stands where the provider's gate stands, and never closes: nobody learns from another's 429. */
public final class NoGate {
  /** Every call passes. */
  public void check() {}

  /** Nothing is learnt from a claim. */
  public void claimed() {}

  /** A failure never moves it. */
  public String moveAfterFailure() {
    return "NONE";
  }

  /** It never closes. */
  public void closed() {}

  /** It never opens. */
  public void opened() {}

  /** Nor has it another beside it. */
  public boolean hasFallback() {
    return false;
  }

  /** The table needs to be told nothing. */
  public boolean lacksItsRow() {
    return false;
  }

  /** Whatever the table says. */
  public void seen() {}
}
