package org.sortingoffice.http;

import com.fasterxml.jackson.core.JsonPointer;
import java.util.Objects;

/**
 * One thing wrong with one place of a request's body (RFC 9457, section 3.2).
 *
 * @param pointer where, as a JSON pointer (RFC 6901); the empty string is the whole body
 * @param code what kind of fault, a stable lower-case word for programs
 * @param detail what is wrong and what would be right, for people; never quotes the input
 */
public record FieldError(String pointer, String code, String detail) {

  public FieldError {
    Objects.requireNonNull(pointer, "pointer");
    Objects.requireNonNull(code, "code");
    Objects.requireNonNull(detail, "detail");
  }

  /** An error at a place that Jackson names; it escapes {@code ~} and {@code /} in members. */
  public static FieldError at(JsonPointer place, String code, String detail) {
    return new FieldError(place.toString(), code, detail);
  }
}
