package org.sortingoffice.simulator;

/** A request that a provider would refuse as such: the status, code and message of the answer. */
final class BadCall extends Exception {
  private static final long serialVersionUID = 1L;

  private final int status;
  private final String code;

  BadCall(int status, String code, String message) {
    super(message, null, false, false);
    this.status = status;
    this.code = code;
  }

  int status() {
    return status;
  }

  String code() {
    return code;
  }
}
