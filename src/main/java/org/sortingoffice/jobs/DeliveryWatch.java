package org.sortingoffice.jobs;

import java.util.function.LongSupplier;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangePropertyKey;
import org.apache.camel.support.SynchronizationAdapter;
import org.sortingoffice.tracing.Tracing;

/**
 * Looks at a delivery from its beginning to its end, for people: the log's context, how long it
 * took, whether it lost its lease, its span. It decides nothing.
 */
public final class DeliveryWatch {
  /** The exchange property that holds the {@code traceparent} of the span under way. */
  public static final String SPAN = "sortingOfficeTraceparent";

  private final JobMeters meters;
  private final JobInLog log;
  private final Tracing tracing;
  private final LongSupplier nanoTime;

  /**
   * @param meters measure it
   * @param log is told which job it is
   * @param tracing gets a span for each delivery
   * @param nanoTime a clock for differences, in nanoseconds
   */
  public DeliveryWatch(JobMeters meters, JobInLog log, Tracing tracing, LongSupplier nanoTime) {
    this.meters = meters;
    this.log = log;
    this.tracing = tracing;
    this.nanoTime = nanoTime;
  }

  /** Begins to look, until the exchange is over. */
  void begin(Exchange exchange, ClaimedJob job) {
    long begun = nanoTime.getAsLong();
    Tracing.Span span = tracing.isOn() ? beginSpan(exchange, job) : null;
    log.begin(job, span == null ? job.traceparent() : span.traceparent());
    exchange
        .getExchangeExtension()
        .addOnCompletion(
            new SynchronizationAdapter() {
              @Override
              public void onDone(Exchange done) {
                over(done, nanoTime.getAsLong() - begun, span);
              }
            });
  }

  private Tracing.Span beginSpan(Exchange exchange, ClaimedJob job) {
    Tracing.Span span =
        tracing
            .begin(Tracing.Role.CONSUMER, "deliver job", job.traceparent())
            .tell("sorting_office.ticket", job.ticketId())
            .tell("sorting_office.job", job.id())
            .tell("sorting_office.delivery", job.delivery())
            .tell("sorting_office.attempt", job.attempt());
    exchange.setProperty(SPAN, span.traceparent());
    return span;
  }

  private void over(Exchange done, long nanos, Tracing.Span span) {
    meters.delivered(nanos);
    Throwable caught = done.getProperty(ExchangePropertyKey.EXCEPTION_CAUGHT, Throwable.class);
    if (caught != null) {
      failed(done, caught, span);
    }
    if (span != null) {
      span.end();
    }
    log.end();
  }

  private void failed(Exchange done, Throwable caught, Tracing.Span span) {
    LeaseLost lost = leaseLost(caught);
    if (lost != null) {
      meters.leaseLost(lost.reason());
    }
    if (span != null) {
      Verdict verdict = done.getVariable("verdict", Verdict.class);
      boolean unwritten = lost != null || verdict == null;
      span.tell("sorting_office.outcome", unwritten ? "not_written" : verdict.outcome())
          .failed(unwritten ? caught.getClass().getSimpleName() : verdict.errorName());
    }
  }

  private static LeaseLost leaseLost(Throwable caught) {
    for (Throwable cause = caught; cause != null; cause = cause.getCause()) {
      if (cause instanceof LeaseLost lost) {
        return lost;
      }
    }
    return null;
  }
}
