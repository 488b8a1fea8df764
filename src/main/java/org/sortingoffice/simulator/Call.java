package org.sortingoffice.simulator;

import java.util.Locale;
import java.util.regex.Pattern;

/**
 * A call under way, as the routes see it: what it asks for, which mode it meets, and its row in the
 * log.
 */
public final class Call {
  private static final Pattern WHOLE_NUMBER = Pattern.compile("0|-?[1-9]\\d{0,8}");

  private final long id;
  private final CallRequest request;
  private final Mode mode;
  private final CallRow row;
  private final String endpoint;
  private final boolean upgraded;

  Call(long id, CallRequest request, CallLog.Entry entry, String endpoint, boolean upgraded) {
    this.id = id;
    this.request = request;
    this.mode = entry.mode();
    this.row = entry.row();
    this.endpoint = endpoint;
    this.upgraded = upgraded;
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

  /** Whether its connection went over from HTTP/1.1 to HTTP/2. */
  public boolean upgraded() {
    return upgraded;
  }

  /** A parameter of its mode, or the value of its marker, or the fallback. */
  public String text(String parameter, String fallback) {
    return mode.text(parameter, fallback);
  }

  /** A parameter of its mode that a marker's value never stands for, or the fallback. */
  public String named(String parameter, String fallback) {
    return mode.named(parameter, fallback);
  }

  /** A parameter as JSON: a number as it is, anything else as a string; null for none. */
  public String json(String parameter, String fallback) {
    String value = text(parameter, fallback);
    if (value.equals("none")) {
      return "null";
    }
    return WHOLE_NUMBER.matcher(value).matches()
        ? value
        : JsonText.quote(new StringBuilder(), value).toString();
  }

  /** How many tokens it sends. */
  public int promptTokens() {
    return request.promptTokens();
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
