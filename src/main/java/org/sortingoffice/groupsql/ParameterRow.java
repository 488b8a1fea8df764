package org.sortingoffice.groupsql;

import java.util.List;

/**
 * The parameters of one exchange, ready to be put into the arrays of a statement.
 *
 * @param elements one for each row parameter, in the order of the statement
 * @param bytes how much they add to a statement, in bytes of UTF-8
 */
record ParameterRow(List<String> elements, long bytes) {
  static ParameterRow of(List<String> elements) {
    long bytes = 0;
    for (String element : elements) {
      bytes += 1 + utf8Length(element);
    }
    return new ParameterRow(elements, bytes);
  }

  private static long utf8Length(String text) {
    long length = text.length();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c >= 0x80) {
        // A surrogate pair is two chars and four bytes.
        length += c < 0x800 || Character.isSurrogate(c) ? 1 : 2;
      }
    }
    return length;
  }
}
