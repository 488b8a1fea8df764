package org.sortingoffice.simulator;

import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Modes asked for in a ticket's own text: {@code [sim:NAME]}, {@code [sim:NAME=VALUE]}, with
 * {@code @STEP} for one step only and {@code *N} for the first N calls of that ticket and step, in
 * this order: {@code [sim:slow=14@draft_reply*2]}. Of several markers the first that applies
 * counts.
 */
final class ModeMarker {
  private static final String START = "[sim:";
  private static final Pattern MARKER =
      Pattern.compile(
          "\\[sim:([a-z0-9_]{1,40})(?:=([^\\]@*\\p{Cntrl}]{0,200}))?(?:@([a-z0-9_]{1,40}))?(?:\\*(\\d{1,9}))?]");

  private ModeMarker() {}

  /** Whether a text has a marker at all. */
  static boolean in(String text) {
    return text.contains(START);
  }

  /**
   * The mode that the text asks for at the nth call of this ticket and step, if it asks for any.
   */
  static Optional<Mode> find(String text, String step, int nth) {
    if (!in(text)) {
      return Optional.empty();
    }
    Matcher marker = MARKER.matcher(text);
    while (marker.find()) {
      boolean forStep = marker.group(3) == null || marker.group(3).equals(step);
      int times = marker.group(4) == null ? Integer.MAX_VALUE : Integer.parseInt(marker.group(4));
      if (forStep && nth <= times) {
        String value = marker.group(2);
        return Optional.of(
            new Mode(marker.group(1), value == null ? Map.of() : Map.of(Mode.VALUE, value), times));
      }
    }
    return Optional.empty();
  }

  /** The text without its markers, so that they do not change what a model reads in it. */
  static String strip(String text) {
    return in(text) ? MARKER.matcher(text).replaceAll("") : text;
  }
}
