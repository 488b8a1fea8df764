package org.sortingoffice.provider;

/** The vector is not as long as it was asked to be. */
public final class WrongDimension extends InvalidAnswer {
  private static final long serialVersionUID = 1L;

  /**
   * @param found how many numbers came
   * @param expected how many were asked for
   */
  public WrongDimension(int found, int expected) {
    super("%d≠%d".formatted(found, expected));
  }
}
