package org.sortingoffice.intake;

import java.util.regex.Pattern;

/** Tells whether a Content-Type says JSON in UTF-8 (RFC 8259, section 8.1 knows no other). */
final class JsonContentType {

  private static final String PLAIN = "application/json";

  private static final Pattern SPELLINGS =
      Pattern.compile(
          "application/json(?:[ \\t]*;[ \\t]*(?:charset=(?:utf-8|\"utf-8\"))?)*[ \\t]*",
          Pattern.CASE_INSENSITIVE);

  /** False also when there is no Content-Type. */
  boolean matches(String contentType) {
    return contentType != null
        && (contentType.equals(PLAIN) || SPELLINGS.matcher(contentType).matches());
  }
}
