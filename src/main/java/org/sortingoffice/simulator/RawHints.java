package org.sortingoffice.simulator;

import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;

/**
 * Sets the hint headers of a refusal exactly as the mode's parameters say: {@code header} is the
 * raw value of Retry-After (several lines give several headers), {@code ms} that of retry-after-ms,
 * and {@code date_in} a date so many seconds from now in the {@code form} imf, rfc850 or asctime.
 */
final class RawHints implements Processor {
  private final InstantSource clock;

  RawHints(InstantSource clock) {
    this.clock = clock;
  }

  @Override
  public void process(Exchange exchange) {
    Mode mode = exchange.getVariable("call", Call.class).mode();
    String header = mode.text("header", null);
    if (header != null) {
      exchange
          .getMessage()
          .setHeader("Retry-After", header.contains("\n") ? List.of(header.split("\n")) : header);
    }
    if (mode.parameters().containsKey("ms")) {
      exchange.getMessage().setHeader("retry-after-ms", mode.named("ms", ""));
    }
    if (mode.parameters().containsKey("date_in")) {
      double seconds = mode.namedNumber("date_in", 0) + mode.namedNumber("clock_offset_seconds", 0);
      Instant date = Instant.ofEpochMilli(clock.millis() + (long) (seconds * 1000));
      exchange
          .getMessage()
          .setHeader("Retry-After", HttpDate.named(mode.named("form", "imf")).format(date));
    }
  }
}
