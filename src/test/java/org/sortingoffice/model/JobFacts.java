package org.sortingoffice.model;

/**
 * What a row of {@code jobs} says, with moments reduced to whether they have come.
 *
 * @param due whether it is queued and its time has come
 * @param leaseEnded whether it is running and its lease ended
 * @param error the kind of the last error: what stands before its first colon
 * @param discarded whether a person decided that nothing more will be done about it
 */
record JobFacts(
    long id,
    String state,
    int attempt,
    int delivery,
    boolean due,
    String waitReason,
    int waits,
    boolean hasResults,
    String lockedBy,
    boolean leaseEnded,
    String error,
    String failedStep,
    int losses,
    boolean discarded) {

  /** Of a job that was just accepted. */
  static JobFacts accepted(long id) {
    return new JobFacts(
        id, "queued", 0, 0, true, null, 0, false, null, false, null, null, 0, false);
  }

  boolean running() {
    return state.equals("running");
  }

  boolean queued() {
    return state.equals("queued");
  }

  /** Set aside for a person, who may redrive it. */
  boolean setAside() {
    return state.equals("failed") || state.equals("dead_letter");
  }

  JobFacts claimed(String worker) {
    return new JobFacts(
        id,
        "running",
        attempt + 1,
        delivery + 1,
        false,
        null,
        waits,
        hasResults,
        worker,
        false,
        error,
        failedStep,
        losses,
        discarded);
  }

  JobFacts renewed() {
    return new JobFacts(
        id,
        state,
        attempt,
        delivery,
        due,
        waitReason,
        waits,
        hasResults,
        lockedBy,
        false,
        error,
        failedStep,
        losses,
        discarded);
  }

  /** Back in the queue. */
  JobFacts queuedAgain(
      int attempts, boolean isDue, String reason, int newWaits, boolean results, String newError) {
    return new JobFacts(
        id,
        "queued",
        attempts,
        delivery,
        isDue,
        reason,
        newWaits,
        results,
        null,
        false,
        newError,
        failedStep,
        losses,
        false);
  }

  JobFacts ended(
      String newState, int newWaits, boolean results, String newError, String newFailedStep) {
    return new JobFacts(
        id,
        newState,
        attempt,
        delivery,
        false,
        null,
        newWaits,
        results,
        null,
        false,
        newError,
        newFailedStep,
        losses,
        false);
  }

  JobFacts withFailedStep(String step) {
    return new JobFacts(
        id,
        state,
        attempt,
        delivery,
        due,
        waitReason,
        waits,
        hasResults,
        lockedBy,
        leaseEnded,
        error,
        step,
        losses,
        discarded);
  }

  JobFacts withTime(boolean isDue, boolean isLeaseEnded) {
    return new JobFacts(
        id,
        state,
        attempt,
        delivery,
        isDue,
        waitReason,
        waits,
        hasResults,
        lockedBy,
        isLeaseEnded,
        error,
        failedStep,
        losses,
        discarded);
  }

  /** Without has_results, which is a hint. */
  JobFacts withoutHint() {
    return new JobFacts(
        id,
        state,
        attempt,
        delivery,
        due,
        waitReason,
        waits,
        false,
        lockedBy,
        leaseEnded,
        error,
        failedStep,
        losses,
        discarded);
  }

  JobFacts nowDiscarded() {
    return new JobFacts(
        id,
        state,
        attempt,
        delivery,
        due,
        waitReason,
        waits,
        hasResults,
        lockedBy,
        leaseEnded,
        error,
        failedStep,
        losses,
        true);
  }

  /** With so many losses of its worker in a row. */
  JobFacts withLosses(int inARow) {
    return new JobFacts(
        id,
        state,
        attempt,
        delivery,
        due,
        waitReason,
        waits,
        hasResults,
        lockedBy,
        leaseEnded,
        error,
        failedStep,
        inARow,
        discarded);
  }

  /** Lost its worker so often in a row that it may be what kills it. */
  boolean suspect() {
    return losses >= 2;
  }
}
