package org.sortingoffice.outbox;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Locale;
import org.apache.camel.Variable;

/** Counts what attempts to deliver events came to. */
public final class DeliveryMeters {
  private final MeterRegistry meters;
  private final String channel;

  /**
   * @param meters where they are counted
   * @param channel whose events
   */
  public DeliveryMeters(MeterRegistry meters, String channel) {
    this.meters = meters;
    this.channel = channel;
  }

  /** Counts an attempt, once it is written down. */
  public void count(@Variable("outcome") DeliveryOutcome outcome) {
    Counter.builder("sorting_office_outbox_attempts")
        .description("Attempts to deliver events of the outbox, by what became of the event")
        .tag("channel", channel)
        .tag("outcome", outcome.move().name().toLowerCase(Locale.ROOT))
        .register(meters)
        .increment();
  }
}
