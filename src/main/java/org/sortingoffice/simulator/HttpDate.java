package org.sortingoffice.simulator;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** The three forms of a date that HTTP knows (RFC 9110, 5.6.7). */
enum HttpDate {
  IMF("EEE, dd MMM yyyy HH:mm:ss 'GMT'"),
  RFC850("EEEE, dd-MMM-yy HH:mm:ss 'GMT'"),
  ASCTIME("EEE MMM ppd HH:mm:ss yyyy");

  private final DateTimeFormatter formatter;

  HttpDate(String pattern) {
    this.formatter = DateTimeFormatter.ofPattern(pattern, Locale.ENGLISH).withZone(ZoneOffset.UTC);
  }

  String format(Instant instant) {
    return formatter.format(instant);
  }

  /** The form of a name such as {@code rfc850}; any other name means IMF-fixdate. */
  static HttpDate named(String name) {
    for (HttpDate form : values()) {
      if (form.name().equalsIgnoreCase(name)) {
        return form;
      }
    }
    return IMF;
  }
}
