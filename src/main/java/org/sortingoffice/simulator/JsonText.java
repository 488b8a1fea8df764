package org.sortingoffice.simulator;

/**
 * Writes texts as JSON strings, also those that no encoder would take: a lone surrogate becomes its
 * escape.
 */
final class JsonText {
  private static final char[] HEX = "0123456789abcdef".toCharArray();

  private JsonText() {}

  /** Appends a text as a quoted JSON string, or {@code null}. */
  static StringBuilder quote(StringBuilder out, CharSequence text) {
    if (text == null) {
      return out.append("null");
    }
    out.append('"');
    int length = text.length();
    for (int i = 0; i < length; i++) {
      char c = text.charAt(i);
      if (c >= ' ' && c != '"' && c != '\\' && !Character.isSurrogate(c)) {
        out.append(c);
      } else if (Character.isHighSurrogate(c)
          && i + 1 < length
          && Character.isLowSurrogate(text.charAt(i + 1))) {
        out.append(c).append(text.charAt(++i));
      } else {
        escape(out, c);
      }
    }
    return out.append('"');
  }

  private static void escape(StringBuilder out, char c) {
    switch (c) {
      case '"' -> out.append("\\\"");
      case '\\' -> out.append("\\\\");
      case '\n' -> out.append("\\n");
      case '\r' -> out.append("\\r");
      case '\t' -> out.append("\\t");
      default -> {
        out.append("\\u");
        for (int shift = 12; shift >= 0; shift -= 4) {
          out.append(HEX[c >> shift & 0xF]);
        }
      }
    }
  }
}
