package org.sortingoffice.simulator;

/**
 * One line of the call log. The end of it is filled in once: by the answer, or by the client's
 * leaving before it.
 */
final class CallRow {
  final long seq;
  final int nth;
  final String step;
  final String ticket;
  final String job;
  final String delivery;
  final String mode;
  final long startedMillis;

  private volatile long endedMillis;
  private volatile int status;
  private volatile boolean clientGone;
  private volatile int promptTokens;
  private volatile int completionTokens;

  CallRow(long seq, int nth, CallRequest request, String mode, long startedMillis) {
    this.seq = seq;
    this.nth = nth;
    this.step = request.step();
    this.ticket = request.ticket();
    this.job = request.job();
    this.delivery = request.delivery();
    this.mode = mode;
    this.startedMillis = startedMillis;
  }

  /** Notes the answer's status, unless the client had gone before. */
  synchronized void answered(int answerStatus, long millis) {
    if (endedMillis == 0) {
      status = answerStatus;
      endedMillis = millis;
    }
  }

  /** Notes that the connection ended without an answer by the client's doing. */
  synchronized void clientLeft(long millis) {
    if (endedMillis == 0) {
      clientGone = true;
      endedMillis = millis;
    }
  }

  /** Notes that the simulator itself broke the connection off. */
  synchronized void brokenOff(long millis) {
    if (endedMillis == 0) {
      endedMillis = millis;
    }
  }

  void used(int newPromptTokens, int newCompletionTokens) {
    promptTokens = newPromptTokens;
    completionTokens = newCompletionTokens;
  }

  long endedMillis() {
    return endedMillis;
  }

  int status() {
    return status;
  }

  boolean clientGone() {
    return clientGone;
  }

  int promptTokens() {
    return promptTokens;
  }

  int completionTokens() {
    return completionTokens;
  }
}
