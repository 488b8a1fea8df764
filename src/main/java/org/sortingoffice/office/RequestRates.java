package org.sortingoffice.office;

import io.github.bucket4j.TimeMeter;
import java.math.BigDecimal;
import org.sortingoffice.http.RateLimit;

/** How fast somebody may send requests, as the settings say. */
final class RequestRates {
  private static final int LARGEST_BURST = 1_000_000;

  private final Settings settings;

  RequestRates(Settings settings) {
    this.settings = settings;
  }

  /**
   * The limit for each of them.
   *
   * @param whom actor or operator: the settings begin so
   * @throws StartupFailure when a setting makes no sense
   */
  RateLimit of(String whom) {
    String rate = whom + ".requests.per.second";
    if (!settings.isSet(rate)) {
      return RateLimit.none();
    }
    BigDecimal perSecond = settings.decimal(rate);
    if (perSecond.compareTo(new BigDecimal("0.001")) < 0) {
      throw settings.wrong(rate, "a number of at least 0.001, or empty for no limit");
    }
    int burst = settings.number(whom + ".requests.burst", 1, LARGEST_BURST);
    return RateLimit.of(whom, perSecond, burst, TimeMeter.SYSTEM_NANOTIME);
  }
}
