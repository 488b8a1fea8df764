package org.sortingoffice.simulator;

/**
 * Seeded chance: the same seed and the same text always give the same number, whatever happened in
 * between.
 */
final class Chance {
  private static final long GOLDEN_GAMMA = 0x9E3779B97F4A7C15L;

  private final long seed;

  Chance(long seed) {
    this.seed = seed;
  }

  /** A well-mixed number for a text. */
  long of(CharSequence text) {
    return of(text, 0, text.length());
  }

  /** A well-mixed number for a part of a text (FNV-1a, then mixed). */
  long of(CharSequence text, int start, int end) {
    long hash = 0xcbf29ce484222325L;
    for (int i = start; i < end; i++) {
      hash = (hash ^ text.charAt(i)) * 0x100000001b3L;
    }
    return mix(hash ^ seed);
  }

  /** The next number of the sequence that a number starts. */
  static long next(long state) {
    return mix(state + GOLDEN_GAMMA);
  }

  /** A number from 0 (inclusive) to 1 (exclusive). */
  static double share(long mixed) {
    return (mixed >>> 11) * 0x1.0p-53;
  }

  // The finaliser of SplitMix64: every input bit reaches every output bit.
  private static long mix(long z) {
    long a = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    long b = (a ^ (a >>> 27)) * 0x94D049BB133111EBL;
    return b ^ (b >>> 31);
  }
}
