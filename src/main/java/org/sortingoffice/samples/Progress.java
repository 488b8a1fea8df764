package org.sortingoffice.samples;

/** Hears how far a load has come. */
@FunctionalInterface
public interface Progress {
  /**
   * Another batch is committed.
   *
   * @param done tickets so far
   * @param all tickets in the end
   */
  void at(long done, long all);
}
