package org.sortingoffice.watch;

/** Somebody who waits for a job to change. All is told by one thread, and must not make it wait. */
interface Watcher {
  /** The job. */
  long jobId();

  /**
   * What the latest look found.
   *
   * @param present the job as it is; null when there is none
   */
  void seen(JobTag present);

  /** The first look failed: the database is away. Later ones that fail are not told. */
  void cannotBeSeen();

  /** Nobody will look any more: the process stops. */
  void endOfWatch();
}
