package org.sortingoffice.bench;

/** A run that does not count: something did not start, or what it left in the database is wrong. */
final class BenchmarkFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  BenchmarkFailure(String message) {
    super(message);
  }
}
