package org.sortingoffice.intake;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;

/** How many tickets came in, and how many of them had come before. */
public final class IntakeMeters {
  private final Counter accepted;
  private final Counter replayed;

  /**
   * @param meters where they are counted
   */
  public IntakeMeters(MeterRegistry meters) {
    accepted =
        Counter.builder("sorting.office.tickets.accepted")
            .description("Tickets that were accepted, each once")
            .register(meters);
    replayed =
        Counter.builder("sorting.office.tickets.replayed")
            .description("Requests that came again and were told of their first ticket")
            .register(meters);
  }

  void count(boolean isNew) {
    (isNew ? accepted : replayed).increment();
  }
}
