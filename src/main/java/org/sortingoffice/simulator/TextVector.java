package org.sortingoffice.simulator;

/**
 * Vectors of texts: each word adds to a few places, so that texts with common words lie close
 * together, and the text as a whole adds a little everywhere. Of length 1.
 */
final class TextVector {
  /** Numbers in a vector of {@code embed-small-384-v1}. */
  static final int DIMENSIONS = 384;

  private static final int PLACES_PER_WORD = 8;
  private static final double WHOLE_TEXT_WEIGHT = 0.2;

  private final Chance chance;

  TextVector(Chance chance) {
    this.chance = chance;
  }

  /** The vector of a text. */
  float[] of(String text, int dimensions) {
    double[] sums = new double[dimensions];
    long state = chance.of(text);
    for (int i = 0; i < dimensions; i++) {
      state = Chance.next(state);
      sums[i] = (Chance.share(state) - 0.5) * WHOLE_TEXT_WEIGHT;
    }
    int start = -1;
    for (int i = 0; i <= text.length(); i++) {
      boolean inWord = i < text.length() && Character.isLetterOrDigit(text.charAt(i));
      if (inWord && start < 0) {
        start = i;
      } else if (!inWord && start >= 0) {
        addWord(sums, chance.of(text, start, i));
        start = -1;
      }
    }
    return unit(sums);
  }

  private static void addWord(double[] sums, long word) {
    long state = word;
    for (int i = 0; i < PLACES_PER_WORD; i++) {
      state = Chance.next(state);
      int place = (int) Long.remainderUnsigned(state, sums.length);
      sums[place] += (state >>> 62 & 1) == 0 ? 0.35 : -0.35;
    }
  }

  private static float[] unit(double[] sums) {
    double squares = 0;
    for (double sum : sums) {
      squares += sum * sum;
    }
    double length = Math.sqrt(squares);
    float[] vector = new float[sums.length];
    for (int i = 0; i < vector.length; i++) {
      vector[i] = (float) (length == 0 ? 0 : sums[i] / length);
    }
    return vector;
  }

  /** Appends a vector as a JSON array, each number with 7 significant digits. */
  static StringBuilder write(StringBuilder out, float[] vector) {
    out.append('[');
    for (int i = 0; i < vector.length; i++) {
      if (i > 0) {
        out.append(',');
      }
      writeNumber(out, vector[i]);
    }
    return out.append(']');
  }

  // Printing by whole numbers is several times as fast as Float.toString, and a vector has 384 of
  // them.
  private static void writeNumber(StringBuilder out, double number) {
    double size = Math.abs(number);
    int decimals = size >= 0.1 ? 7 : size >= 0.01 ? 8 : size >= 0.001 ? 9 : 10;
    long scale =
        decimals == 7
            ? 10_000_000L
            : decimals == 8 ? 100_000_000L : decimals == 9 ? 1_000_000_000L : 10_000_000_000L;
    long digits = Math.round(size * scale);
    if (number < 0 && digits > 0) {
      out.append('-');
    }
    out.append(digits / scale).append('.');
    long rest = digits % scale;
    for (long place = scale / 10; place > Math.max(rest, 1); place /= 10) {
      out.append('0');
    }
    out.append(rest);
  }
}
