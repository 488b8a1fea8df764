package org.sortingoffice.intake;

import java.util.Collection;
import java.util.Objects;
import java.util.Optional;
import org.sortingoffice.http.ProblemException;
import org.sortingoffice.http.Problems;

/**
 * The name a client gives to one request, so that it can repeat it safely (contract 6). The raw
 * spelling {@code abc} and the quoted one {@code "abc"} (a string of RFC 9651) are one key.
 *
 * @param value the key itself, unquoted: 1-255 characters of 0x21-0x7E
 */
public record IdempotencyKey(String value) {

  private static final int LONGEST = 255;

  /** Any other value is a fault of ours, not of the client; {@link #parse} answers clients. */
  public IdempotencyKey {
    Objects.requireNonNull(value, "value");
    if (value.isEmpty() || value.length() > LONGEST || !isVisibleAscii(value)) {
      throw new IllegalArgumentException("Not a valid idempotency key");
    }
  }

  /**
   * Reads the header.
   *
   * @param header null when there is no such line, a text for one line, a collection for several
   * @return empty when the header is absent; an empty key is not absent but wrong
   * @throws ProblemException 400 {@code idempotency_key_invalid}
   */
  public static Optional<IdempotencyKey> parse(Object header) {
    if (header == null) {
      return Optional.empty();
    }
    if (header instanceof Collection<?> lines) {
      if (lines.size() != 1) {
        throw invalid("The request has " + lines.size() + " Idempotency-Key lines. Send one.");
      }
      return parse(lines.iterator().next());
    }
    String line = header.toString(); // the server has taken the outer blanks off
    String content = line.startsWith("\"") ? unquote(line) : line;
    if (content.isEmpty()) {
      throw invalid("The Idempotency-Key is empty. Send a key or leave the header out.");
    }
    if (content.length() > LONGEST) {
      throw invalid("The Idempotency-Key is longer than " + LONGEST + " characters.");
    }
    if (!isVisibleAscii(content)) {
      throw invalid(
          "The Idempotency-Key has a character that is not visible ASCII (0x21 to 0x7E), such as a"
              + " space, a tab or a letter with an accent.");
    }
    return Optional.of(new IdempotencyKey(content));
  }

  /** RFC 9651, section 4.2.5: only {@code \"} and {@code \\} are escapes. */
  private static String unquote(String line) {
    StringBuilder content = new StringBuilder(line.length());
    int last = line.length() - 1;
    int i = 1;
    while (i <= last) {
      char c = line.charAt(i);
      if (c == '"') {
        if (i != last) {
          throw badQuotes();
        }
        return content.toString();
      }
      if (c == '\\') {
        i++;
        if (i > last || (line.charAt(i) != '"' && line.charAt(i) != '\\')) {
          throw badQuotes();
        }
        c = line.charAt(i);
      }
      content.append(c);
      i++;
    }
    throw badQuotes();
  }

  private static boolean isVisibleAscii(String text) {
    return text.chars().allMatch(c -> c >= 0x21 && c <= 0x7E);
  }

  private static ProblemException badQuotes() {
    return invalid(
        "The Idempotency-Key begins with a quotation mark but is not a quoted string. Within quotes"
            + " write \\\" and \\\\ for \" and \\, and nothing after the closing one.");
  }

  private static ProblemException invalid(String detail) {
    return Problems.IDEMPOTENCY_KEY_INVALID.because(detail).toException();
  }
}
