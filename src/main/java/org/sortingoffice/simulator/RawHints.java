package org.sortingoffice.simulator;

import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.apache.camel.Exchange;
import org.apache.camel.Message;

/**
 * Sets the hint headers of a refusal exactly as the mode's parameters say: {@code header} is the
 * raw value of Retry-After (several lines give several headers), {@code ms} that of retry-after-ms,
 * and {@code date_in} a date so many seconds from now in the {@code form} imf, rfc850 or asctime.
 * Nothing of it is scaled by the simulator's speed.
 */
public final class RawHints {
  private final InstantSource clock;

  RawHints(InstantSource clock) {
    this.clock = clock;
  }

  /** Sets what the parameters name. */
  public void asNamed(Exchange exchange) {
    Mode mode = exchange.getVariable("call", Call.class).mode();
    set(exchange.getMessage(), mode, mode.named("header", null));
  }

  /** The same where a marker's value, as in {@code [sim:rate_limited=3]}, is the header. */
  public void asMarked(Exchange exchange) {
    Mode mode = exchange.getVariable("call", Call.class).mode();
    set(exchange.getMessage(), mode, mode.text("header", null));
  }

  private void set(Message answer, Mode mode, String header) {
    if (header != null) {
      answer.setHeader("Retry-After", header.contains("\n") ? List.of(header.split("\n")) : header);
    }
    if (mode.parameters().containsKey("ms")) {
      answer.setHeader("retry-after-ms", mode.named("ms", ""));
    }
    if (mode.parameters().containsKey("date_in")) {
      double seconds = mode.namedNumber("date_in", 0) + mode.namedNumber("clock_offset_seconds", 0);
      Instant date = Instant.ofEpochMilli(clock.millis() + (long) (seconds * 1000));
      answer.setHeader("Retry-After", HttpDate.named(mode.named("form", "imf")).format(date));
    }
  }
}
