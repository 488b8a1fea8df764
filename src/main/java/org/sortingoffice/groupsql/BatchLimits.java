package org.sortingoffice.groupsql;

/**
 * How large a batch may grow. A row that is larger than the limit by itself goes alone.
 *
 * @param rows rows at most
 * @param bytes sum of the parameters' sizes at most, in bytes of UTF-8
 */
record BatchLimits(int rows, long bytes) {
  BatchLimits {
    if (rows < 1) {
      throw new IllegalArgumentException("maxRows must be at least 1, but is " + rows);
    }
    if (bytes < 1) {
      throw new IllegalArgumentException("maxBytes must be at least 1, but is " + bytes);
    }
  }
}
