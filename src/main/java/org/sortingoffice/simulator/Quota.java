package org.sortingoffice.simulator;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.InstantSource;
import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.apache.camel.Processor;

/**
 * So many calls in a fixed window, for all calls together. The first window begins with the first
 * call; refused calls do not count. Parameters {@code limit} and {@code window_seconds} replace the
 * settings. Leaves the variables {@code admitted}, {@code hint_seconds}, {@code hint_ms}, {@code
 * hint_text} (such as 6.5s) and {@code hint_date}; hints are in real time, because the client waits
 * in real time.
 */
final class Quota implements Processor {
  private final Pace pace;
  private final SimulatedTime time;
  private final InstantSource clock;
  private long windowStart;
  private long used;
  private boolean begun;

  Quota(Pace pace, SimulatedTime time, InstantSource clock) {
    this.pace = pace;
    this.time = time;
    this.clock = clock;
  }

  /** Forgets what was used: the next call begins a new first window. */
  synchronized void restart() {
    begun = false;
  }

  /**
   * The fate of a call.
   *
   * @param admitted whether it is let through
   * @param limit calls in a window
   * @param remaining calls left in this window
   * @param waitMillis real time until the next window
   * @param now when this was decided
   */
  record Verdict(boolean admitted, long limit, long remaining, long waitMillis, long now) {}

  synchronized Verdict decide(long limit, long windowMillis) {
    long now = clock.millis();
    if (!begun) {
      begun = true;
      windowStart = now;
      used = 0;
    }
    long windows = Math.floorDiv(now - windowStart, windowMillis);
    if (windows > 0) {
      windowStart += windows * windowMillis;
      used = 0;
    }
    boolean admitted = used < limit;
    if (admitted) {
      used++;
    }
    return new Verdict(admitted, limit, limit - used, windowStart + windowMillis - now, now);
  }

  @Override
  public void process(Exchange exchange) {
    Mode mode = exchange.getVariable("call", Call.class).mode();
    long limit = (long) mode.namedNumber("limit", pace.quotaCalls());
    double window = mode.namedNumber("window_seconds", pace.quotaWindow().toMillis() / 1000.0);
    Verdict verdict = decide(limit, Math.max(1, time.realMillis(window)));
    long seconds = (verdict.waitMillis() + 999) / 1000;
    exchange.setVariable("admitted", verdict.admitted());
    exchange.setVariable("hint_seconds", seconds);
    exchange.setVariable("hint_ms", verdict.waitMillis());
    exchange.setVariable("hint_text", seconds(verdict.waitMillis()));
    // A date has whole seconds: rounded up, so that it never lies before the next window.
    Instant opens =
        Instant.ofEpochMilli((verdict.now() + verdict.waitMillis() + 999) / 1000 * 1000);
    double offset = mode.namedNumber("clock_offset_seconds", 0);
    exchange.setVariable(
        "hint_date",
        HttpDate.named(mode.text("form", "imf")).format(opens.plusMillis((long) (offset * 1000))));
    Message answer = exchange.getMessage();
    answer.setHeader("x-ratelimit-limit-requests", Long.toString(verdict.limit()));
    answer.setHeader("x-ratelimit-remaining-requests", Long.toString(verdict.remaining()));
    answer.setHeader("x-ratelimit-reset-requests", seconds(verdict.waitMillis()));
  }

  private static String seconds(long millis) {
    return BigDecimal.valueOf(millis, 3).stripTrailingZeros().toPlainString() + 's';
  }
}
