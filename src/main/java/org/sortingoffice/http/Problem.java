package org.sortingoffice.http;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A refusal or failure as a client sees it (RFC 9457, contract 11). Made by {@link Problems}.
 *
 * @param status the HTTP status
 * @param code the stable lower-case name that programs compare
 * @param title the same short sentence for every problem of this code
 * @param detail what happened this time and what to do next; never quotes the request
 * @param errors the places of the body that are wrong; empty for most problems
 * @param headers the header lines that belong to the answer, such as Retry-After
 * @param members what programs may want to know besides, under names of its own (RFC 9457, section
 *     3.2)
 */
public record Problem(
    int status,
    String code,
    String title,
    String detail,
    List<FieldError> errors,
    Map<String, String> headers,
    Map<String, Object> members) {

  /** The media type of the written form. */
  public static final String MEDIA_TYPE = "application/problem+json";

  public Problem {
    Objects.requireNonNull(code, "code");
    Objects.requireNonNull(title, "title");
    Objects.requireNonNull(detail, "detail");
    errors = List.copyOf(errors);
    headers = Map.copyOf(headers);
    members = Map.copyOf(members);
  }

  /** One without members of its own. */
  public Problem(
      int status,
      String code,
      String title,
      String detail,
      List<FieldError> errors,
      Map<String, String> headers) {
    this(status, code, title, detail, errors, headers, Map.of());
  }

  /**
   * The URI that names this kind of problem. A URN, because a name must not become somebody else's
   * web page when a domain changes hands.
   */
  public String type() {
    return "urn:sorting-office:problem:" + code;
  }

  /** The same problem with these field errors. */
  public Problem withErrors(List<FieldError> fieldErrors) {
    return new Problem(status, code, title, detail, fieldErrors, headers, members);
  }

  /** The same problem with one more header line; a line of that name is replaced. */
  public Problem withHeader(String name, String value) {
    Map<String, String> more = new LinkedHashMap<>(headers);
    more.put(name, value);
    return new Problem(status, code, title, detail, errors, more, members);
  }

  /** The same problem with one more member: a whole number or a text. */
  public Problem withMember(String name, Object value) {
    Map<String, Object> more = new LinkedHashMap<>(members);
    more.put(name, value);
    return new Problem(status, code, title, detail, errors, headers, more);
  }

  /** The same problem asking the client to come back after so many seconds. */
  public Problem retryAfter(int seconds) {
    return withHeader("Retry-After", Integer.toString(seconds));
  }

  /** This problem as something to throw. */
  public ProblemException toException() {
    return new ProblemException(this);
  }
}
