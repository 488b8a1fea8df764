package org.sortingoffice.simulator;

import java.util.regex.Pattern;

/**
 * The ticket in a prompt: {@code Subject: ...}, a blank line, the body, perhaps between {@code
 * <ticket>} and {@code </ticket>}. A prompt without that line is all body, and its beginning the
 * subject.
 *
 * @param subject what it is about
 * @param body the rest
 */
record Ticket(String subject, String body) {
  private static final String LABEL = "Subject:";
  private static final Pattern MARKED =
      Pattern.compile("\\A\\s*<ticket>\\s*(.*?)\\s*</ticket>\\s*\\z", Pattern.DOTALL);
  private static final int LONGEST_SUBJECT = 200;

  static Ticket in(String marked) {
    String prompt = MARKED.matcher(marked).replaceFirst("$1");
    int label = prompt.indexOf(LABEL);
    int start = label < 0 ? 0 : label + LABEL.length();
    int end = prompt.indexOf('\n', start);
    String line = (end < 0 ? prompt.substring(start) : prompt.substring(start, end)).strip();
    String body = label < 0 ? prompt : end < 0 ? "" : prompt.substring(end + 1);
    return new Ticket(
        line.length() > LONGEST_SUBJECT ? line.substring(0, LONGEST_SUBJECT) : line, body.strip());
  }
}
