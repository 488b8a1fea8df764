package org.sortingoffice.provider;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the three forms of a date that a recipient must accept (RFC 9110, 5.6.7). The name of the
 * weekday is not checked: it says nothing that the date does not say.
 */
public final class HttpDate {
  private static final List<String> MONTHS =
      List.of("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec");
  private static final String MONTH = "(?<month>" + String.join("|", MONTHS) + ")";
  private static final String TIME = "(?<hour>\\d\\d):(?<minute>\\d\\d):(?<second>\\d\\d)";

  private static final Pattern IMF_FIXDATE =
      Pattern.compile(
          "[A-Z][a-z]{2}, (?<day>\\d{1,2}) " + MONTH + " (?<year>\\d{4}) " + TIME + " GMT");
  private static final Pattern RFC_850 =
      Pattern.compile(
          "[A-Z][a-z]{5,8}, (?<day>\\d\\d)-" + MONTH + "-(?<year>\\d\\d) " + TIME + " GMT");
  private static final Pattern ASCTIME =
      Pattern.compile("[A-Z][a-z]{2} " + MONTH + " (?<day>[ \\d]\\d) " + TIME + " (?<year>\\d{4})");

  private final InstantSource clock;

  /**
   * @param clock for the century of a date that gives two digits of its year
   */
  public HttpDate(InstantSource clock) {
    this.clock = clock;
  }

  /** The moment, or nothing when the text is none of the three forms. */
  public Optional<Instant> parse(String text) {
    for (Pattern form : List.of(IMF_FIXDATE, RFC_850, ASCTIME)) {
      Matcher date = form.matcher(text);
      if (date.matches()) {
        return moment(date, form == RFC_850);
      }
    }
    return Optional.empty();
  }

  private Optional<Instant> moment(Matcher date, boolean twoDigits) {
    try {
      int year = Integer.parseInt(date.group("year"));
      if (!twoDigits) {
        return Optional.of(at(date, year));
      }
      // "more than 50 years in the future" means the past year with the same last two digits.
      LocalDateTime now = LocalDateTime.ofInstant(clock.instant(), ZoneOffset.UTC);
      Instant inThisCentury = at(date, now.getYear() / 100 * 100 + year);
      Instant tooFar = now.plusYears(50).toInstant(ZoneOffset.UTC);
      return Optional.of(
          inThisCentury.isAfter(tooFar)
              ? at(date, now.getYear() / 100 * 100 + year - 100)
              : inThisCentury);
    } catch (DateTimeException noSuchDay) {
      return Optional.empty();
    }
  }

  private static Instant at(Matcher date, int year) {
    return LocalDateTime.of(
            year,
            MONTHS.indexOf(date.group("month")) + 1,
            Integer.parseInt(date.group("day").strip()),
            Integer.parseInt(date.group("hour")),
            Integer.parseInt(date.group("minute")),
            Math.min(59, Integer.parseInt(date.group("second"))))
        .toInstant(ZoneOffset.UTC);
  }
}
