package org.sortingoffice.access;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads {@code Authorization: Bearer <key>} (RFC 6750, section 2.1). */
final class Bearer {
  /** The scheme in any case of letters (RFC 9110, section 11.1), then a b64token. */
  private static final Pattern LINE = Pattern.compile("(?i:bearer) +([A-Za-z0-9._~+/-]+=*) *");

  private Bearer() {}

  /**
   * The key in the one line of this header; nothing when there are more, or it is another scheme.
   */
  static Optional<Secret> read(List<String> lines) {
    if (lines.size() != 1) {
      return Optional.empty();
    }
    Matcher line = LINE.matcher(lines.get(0));
    return line.matches() ? Optional.of(new Secret(line.group(1))) : Optional.empty();
  }
}
