package org.sortingoffice.tracing;

import java.util.regex.Pattern;

/**
 * The header {@code traceparent} of W3C Trace Context: which trace a request belongs to, and which
 * span of it is the caller. Kept with a ticket as it came, so that its deliveries, whenever they
 * are, belong to the same trace.
 */
public final class Traceparent {
  private static final Pattern FORM =
      Pattern.compile("00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}");
  private static final int ID_BEGINS = 3;
  private static final int ID_ENDS = 35;

  /** Where the two digits of the flags begin. */
  static final int FLAGS_BEGIN = 53;

  private Traceparent() {}

  /**
   * The header's value, or null when it is none that version 00 allows, as the standard has it for
   * what cannot be read.
   *
   * @param header as it came; may be null
   */
  public static String parse(String header) {
    return header != null && FORM.matcher(header).matches() ? header : null;
  }

  /** The trace's id, 32 hexadecimal digits. */
  public static String traceId(String traceparent) {
    return traceparent.substring(ID_BEGINS, ID_ENDS);
  }

  /** The calling span's id, 16 hexadecimal digits. */
  static String spanId(String traceparent) {
    return traceparent.substring(ID_ENDS + 1, FLAGS_BEGIN - 1);
  }
}
