package org.sortingoffice.jobs;

import java.util.Map;
import org.apache.camel.Exchange;
import org.apache.camel.support.SynchronizationAdapter;
import org.slf4j.MDC;
import org.sortingoffice.tracing.Traceparent;

/**
 * Says in the log's context (MDC) which job a line belongs to, whoever writes it: {@code ticket},
 * {@code job}, {@code delivery}, and {@code trace_id} when the ticket came with one. It belongs to
 * a thread, so each thread that works on a job has to begin with it.
 */
public final class JobInLog {
  private static final String TICKET = "ticket";
  private static final String JOB = "job";
  private static final String DELIVERY = "delivery";
  private static final String TRACE = "trace_id";

  /** From here on, in this thread, all lines are this job's. */
  void begin(ClaimedJob job) {
    begin(job, job.traceparent());
  }

  /** As {@link #begin(ClaimedJob)}, in a trace that may have begun only here; null: in none. */
  void begin(ClaimedJob job, String traceparent) {
    MDC.put(TICKET, job.ticketId());
    MDC.put(JOB, String.valueOf(job.id()));
    MDC.put(DELIVERY, String.valueOf(job.delivery()));
    if (traceparent == null) {
      MDC.remove(TRACE);
    } else {
      MDC.put(TRACE, Traceparent.traceId(traceparent));
    }
  }

  /** From here on, in this thread, no line is any job's. */
  void end() {
    MDC.remove(TICKET);
    MDC.remove(JOB);
    MDC.remove(DELIVERY);
    MDC.remove(TRACE);
  }

  /**
   * For the rest of this exchange the lines are those of the job that the variable {@code job}
   * holds: for a thread that does something for it besides.
   */
  public void beside(Exchange exchange) {
    ClaimedJob job = exchange.getVariable("job", ClaimedJob.class);
    if (job != null) {
      String span = exchange.getProperty(DeliveryWatch.SPAN, String.class);
      begin(job, span == null ? job.traceparent() : span);
      endWith(exchange);
    }
  }

  /**
   * For the rest of this exchange the lines are those of the job in its body.
   *
   * @param exchange whose body is a row with {@code id} and, where the statement returns them,
   *     {@code ticket_number} and {@code delivery}
   */
  public void row(Exchange exchange) {
    Map<?, ?> row = exchange.getMessage().getBody(Map.class);
    MDC.put(JOB, String.valueOf(row.get("id")));
    if (row.get("ticket_number") != null) {
      MDC.put(TICKET, "T-" + row.get("ticket_number"));
    }
    if (row.get("delivery") != null) {
      MDC.put(DELIVERY, String.valueOf(row.get("delivery")));
    }
    endWith(exchange);
  }

  /**
   * From here on, in this thread, the lines are those of the job that somebody does something to.
   * An exchange of a request may be over in another thread than it was in, so this has to be ended
   * by {@link #over}.
   */
  public void named(Exchange exchange) {
    MDC.put(JOB, exchange.getVariable("jobId", String.class));
  }

  /** As {@link #end}, for a route. */
  public void over() {
    end();
  }

  private void endWith(Exchange exchange) {
    exchange
        .getExchangeExtension()
        .addOnCompletion(
            new SynchronizationAdapter() {
              @Override
              public void onDone(Exchange done) {
                end();
              }
            });
  }
}
