package org.sortingoffice.intake;

/** Finds characters that no database text, no UTF-8 and hence no ticket can hold. */
final class TextFaults {

  private TextFaults() {}

  /** True when the text has a NUL, which PostgreSQL cannot store. */
  static boolean nul(String text) {
    return text.indexOf('\0') >= 0;
  }

  /** True when half of a surrogate pair stands alone; Java would write it as a question mark. */
  static boolean loneSurrogate(String text) {
    int length = text.length();
    for (int i = 0; i < length; i++) {
      char c = text.charAt(i);
      if (Character.isSurrogate(c)) {
        boolean pair =
            Character.isHighSurrogate(c)
                && i + 1 < length
                && Character.isLowSurrogate(text.charAt(i + 1));
        if (!pair) {
          return true;
        }
        i++;
      }
    }
    return false;
  }
}
