package org.sortingoffice.jobs;

/**
 * Text that PostgreSQL can store: without NUL, and without halves of a surrogate pair. What cannot
 * be stored is replaced by U+FFFD, visibly; everything else stays as it is.
 */
public final class StorableText {
  private static final char REPLACEMENT = '\uFFFD';

  private StorableText() {}

  /** The text itself when it can be stored as it is, otherwise a copy with replacements. */
  public static String of(String text) {
    int bad = firstBad(text, 0);
    if (bad < 0) {
      return text;
    }
    StringBuilder clean = new StringBuilder(text);
    while (bad >= 0) {
      clean.setCharAt(bad, REPLACEMENT);
      bad = firstBad(text, bad + 1);
    }
    return clean.toString();
  }

  private static int firstBad(String text, int from) {
    for (int at = from; at < text.length(); at++) {
      char c = text.charAt(at);
      if (c == 0) {
        return at;
      }
      if (Character.isHighSurrogate(c)) {
        if (at + 1 == text.length() || !Character.isLowSurrogate(text.charAt(at + 1))) {
          return at;
        }
        at++;
      } else if (Character.isLowSurrogate(c)) {
        return at;
      }
    }
    return -1;
  }
}
