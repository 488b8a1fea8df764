package org.sortingoffice.groupsql;

import java.util.List;

/**
 * The parameters of one exchange, ready to be put into the arrays of a statement.
 *
 * @param elements one for each row parameter, in the order of the statement: null, or what its
 *     {@link ElementType} made of it
 * @param bytes how much they add to a statement, about
 */
record ParameterRow(List<Object> elements, long bytes) {
  /** What an element takes beside itself: its length. */
  private static final int LENGTH = 4;

  static ParameterRow of(List<Object> elements) {
    long bytes = 0;
    for (Object element : elements) {
      bytes += LENGTH + length(element);
    }
    return new ParameterRow(elements, bytes);
  }

  private static long length(Object element) {
    if (element instanceof String text) {
      return utf8Length(text);
    }
    if (element instanceof byte[] bytes) {
      return bytes.length;
    }
    return element == null ? 0 : Long.BYTES;
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
