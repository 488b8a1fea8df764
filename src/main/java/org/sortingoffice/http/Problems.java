package org.sortingoffice.http;

import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The catalogue: every problem that the API can answer with, its status and its title (contract
 * 11). A code is the constant's name in lower case and never changes its meaning.
 */
public enum Problems {
  UNREADABLE_REQUEST(
      400, "The request is not readable as HTTP", "Send a well-formed HTTP/1.1 request."),
  UNREADABLE_JSON(400, "The body is not readable JSON", "Send one JSON object, encoded in UTF-8."),
  DUPLICATE_MEMBER(
      400,
      "A member of the JSON body is repeated",
      "An object in the body has two members of the same name. Send each member once."),
  UNKNOWN_PARAMETER(
      400,
      "The query string has a parameter that this address does not know",
      "Remove the query parameters that this address does not document."),
  IDEMPOTENCY_KEY_INVALID(
      400,
      "The Idempotency-Key header is not valid",
      "Send one Idempotency-Key line of 1 to 255 visible ASCII characters, or none."),
  INVALID_REQUEST(
      422,
      "The request is readable but not valid",
      "Correct the places listed under errors and send the request again."),
  IDEMPOTENCY_KEY_REUSED(
      422,
      "The Idempotency-Key was used with another body",
      "Repeat the first body unchanged, or send this one under a new key."),
  UNAUTHORIZED(
      401,
      "Credentials are missing or not valid",
      "Send a valid API key as Authorization: Bearer <key>.",
      Map.of("WWW-Authenticate", "Bearer")),
  PERMISSION_DENIED(
      403, "These credentials do not allow this", "Use an API key whose role allows this request."),
  FOREIGN_PAGE(
      403,
      "The request does not come from a page of this server",
      "Open the console itself and repeat what you did; programs use an API key."),
  TICKET_NOT_FOUND(404, "There is no such ticket", "Check the ticket id; it looks like T-500001."),
  JOB_NOT_FOUND(404, "There is no such job", "Check the job id; it is a whole number."),
  REDRIVE_NOT_FOUND(404, "There is no such redrive", "Check the id; it is a whole number."),
  WEBHOOK_NOT_FOUND(
      404, "There is no such webhook", "Check its number; GET /v1/webhooks lists them."),
  NOT_FOUND(404, "There is nothing at this address", "Check the path of the request."),
  METHOD_NOT_ALLOWED(
      405, "This address does not take this method", "Use one of the methods in the Allow header."),
  REQUEST_TIMEOUT(
      408, "The request did not arrive in time", "Send the request again; nothing of it was kept."),
  REQUEST_IN_PROGRESS(
      409,
      "A request with this key is still being worked on",
      "Send the same request again after the seconds in Retry-After.",
      Map.of("Retry-After", "1")),
  JOB_NOT_RETRYABLE(
      409,
      "The job cannot be retried in its present state",
      "Only a job that is dead_letter or failed can be retried."),
  JOB_NOT_CANCELLABLE(
      409,
      "The job cannot be cancelled in its present state",
      "Only a job that is queued or running can be cancelled."),
  JOB_NOT_DISCARDABLE(
      409,
      "The job cannot be discarded in its present state",
      "Only a job that is dead_letter or failed can be discarded, and once."),
  REDRIVE_COUNT_CHANGED(
      409,
      "The filter means another number of jobs than expected",
      "Look at the jobs again and send the redrive with the present count."),
  REDRIVE_RUNNING(
      409,
      "Another redrive of these jobs is not over yet",
      "Wait for the end of the other redrive, or cancel it."),
  REDRIVE_NOT_CHANGEABLE(
      409,
      "The redrive cannot be changed so in its present state",
      "Only a running redrive can be paused, only a paused one resumed, and only one of these"
          + " cancelled."),
  WEBHOOK_NOT_RETRYABLE(
      409,
      "The webhook cannot be sent again in its present state",
      "Only a webhook that is dead_letter can be sent again."),
  BODY_TOO_LARGE(413, "The body is too large", "Send a smaller body."),
  ADDRESS_TOO_LONG(
      414, "The request line is too long", "Send a path that this API documents, without more."),
  UNSUPPORTED_MEDIA_TYPE(
      415,
      "The body is of a media type that is not taken here",
      "Send the body as Content-Type: application/json, encoded in UTF-8."),
  // In lower case on purpose: platform-http (4.18) drops "Accept-Encoding", spelled just so, from
  // every answer as a request header unless returnHttpRequestHeaders is set.
  UNSUPPORTED_ENCODING(
      415,
      "The body is of a content encoding that is not taken here",
      "Send the body uncompressed, without Content-Encoding.",
      Map.of("accept-encoding", "identity")),
  EXPECTATION_FAILED(
      417, "The Expect header asks for what is not done here", "Expect 100-continue, or nothing."),
  OWN_SHARE_USED_UP(
      429,
      "Your share of the queue is used up",
      "Send the request again after the seconds in Retry-After.",
      Map.of("Retry-After", "10")),
  TOO_MANY_REQUESTS(
      429,
      "Too many requests came in a short time",
      "Send the same request again after the seconds in Retry-After; nothing of it was kept.",
      Map.of("Retry-After", "1")),
  HEADERS_TOO_LARGE(431, "The header lines are too large", "Send fewer or shorter header lines."),
  INTERNAL_ERROR(
      500,
      "Something went wrong on our side",
      "The request can be sent again with the same Idempotency-Key. If this stays so, report it"
          + " with the time of the request."),
  QUEUE_FULL(
      503,
      "The queue is full",
      "Send the same request again after the seconds in Retry-After; nothing of it was kept.",
      Map.of("Retry-After", "10")),
  NOT_OPEN(
      503,
      "This process is starting or stopping",
      "Send the same request, with the same Idempotency-Key, again after the seconds in"
          + " Retry-After.",
      Map.of("Retry-After", "1")),
  DATABASE_UNAVAILABLE(
      503,
      "The database is not available at the moment",
      "Send the same request, with the same Idempotency-Key, again after the seconds in"
          + " Retry-After.",
      Map.of("Retry-After", "5"));

  private final Problem standard;

  Problems(int status, String title, String detail) {
    this(status, title, detail, Map.of());
  }

  Problems(int status, String title, String detail, Map<String, String> headers) {
    String code = name().toLowerCase(Locale.ROOT);
    this.standard = new Problem(status, code, title, detail, List.of(), headers);
  }

  /** The problem with its usual detail. */
  public Problem problem() {
    return standard;
  }

  /**
   * The problem with a detail for this very occasion.
   *
   * @param detail what happened and what to do next; must not quote the request
   */
  public Problem because(String detail) {
    return new Problem(
        standard.status(),
        standard.code(),
        standard.title(),
        detail,
        standard.errors(),
        standard.headers());
  }

  /** The problem with its usual detail, as something to throw. */
  public ProblemException toException() {
    return standard.toException();
  }

  /** A 405 naming the methods that the address takes (RFC 9110, section 15.5.6 demands them). */
  public static Problem methodNotAllowed(String... allowed) {
    return METHOD_NOT_ALLOWED.problem().withHeader("Allow", String.join(", ", allowed));
  }
}
