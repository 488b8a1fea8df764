package org.sortingoffice.simulator;

import java.util.Locale;

/**
 * A call under way, as the routes see it: what it asks for, which mode it meets, and its row in the
 * log.
 */
public final class Call {
  private final long id;
  private final CallRequest request;
  private final Mode mode;
  private final CallRow row;
  private final String endpoint;

  Call(long id, CallRequest request, CallLog.Entry entry, String endpoint) {
    this.id = id;
    this.request = request;
    this.mode = entry.mode();
    this.row = entry.row();
    this.endpoint = endpoint;
  }

  /** A number that no other call of this process has. */
  public long id() {
    return id;
  }

  /** The id that the answer's header {@code x-request-id} gives. */
  public String requestId() {
    return String.format(Locale.ROOT, "req_%016x", id);
  }

  /** The step this call belongs to. */
  public String step() {
    return request.step();
  }

  /** Whether it asks for a chat completion; otherwise for embeddings. */
  public boolean chat() {
    return request.chat();
  }

  /** The model it names. */
  public String model() {
    return request.model();
  }

  /** What the user says, or the texts to embed. */
  public String prompt() {
    return request.prompt();
  }

  /** The credential sent along, or an empty text. */
  public String authorization() {
    return request.authorization() == null ? "" : request.authorization();
  }

  /** Name of the {@code direct:} endpoint that serves it. */
  public String endpoint() {
    return endpoint;
  }

  /** A parameter of its mode, or the value of its marker, or the fallback. */
  public String text(String parameter, String fallback) {
    return mode.text(parameter, fallback);
  }

  /** A parameter of its mode that a marker's value never stands for, or the fallback. */
  public String named(String parameter, String fallback) {
    return mode.named(parameter, fallback);
  }

  CallRequest request() {
    return request;
  }

  Mode mode() {
    return mode;
  }

  CallRow row() {
    return row;
  }
}
