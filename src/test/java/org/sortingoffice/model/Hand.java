package org.sortingoffice.model;

/**
 * A slot of a worker process: it holds one delivery at a time.
 *
 * @param worker the name of the process; two processes of one name are told apart by {@code
 *     process}
 * @param process which process it is
 * @param number which slot of it
 */
record Hand(String worker, int process, int number) implements Comparable<Hand> {
  @Override
  public int compareTo(Hand other) {
    return toString().compareTo(other.toString());
  }

  @Override
  public String toString() {
    return worker + "#" + process + (number == 0 ? "" : "." + number);
  }
}
