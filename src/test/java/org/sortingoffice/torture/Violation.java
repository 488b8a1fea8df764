package org.sortingoffice.torture;

/**
 * A promise that was not kept.
 *
 * @param rule which one
 * @param job the job that shows it; 0 when there is none
 * @param evidence what was seen
 */
record Violation(String rule, long job, String evidence) {
  static Violation of(String rule, long job, String evidence) {
    return new Violation(rule, job, evidence);
  }

  @Override
  public String toString() {
    return rule + ": " + (job == 0 ? "" : "job " + job + ": ") + evidence;
  }
}
