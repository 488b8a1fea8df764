package org.sortingoffice.jobs;

import org.apache.camel.Exchange;
import org.apache.camel.Processor;

/**
 * Puts the claimed job into exchange variables: {@code job} is the whole of it; {@code
 * ticketSubject} and {@code ticketBody} are what every step puts into its prompt. To read them out
 * of the job by {@code ${variable.job.subject}} would cost 40 times as much; but every variable
 * costs, too, because Camel copies all of them at each kamelet.
 */
public final class JobVariables implements Processor {
  private final DeliveryWatch watch;

  /**
   * @param watch looks at the delivery that begins here
   */
  public JobVariables(DeliveryWatch watch) {
    this.watch = watch;
  }

  /** The body is the {@link ClaimedJob}. */
  @Override
  public void process(Exchange exchange) {
    ClaimedJob job = exchange.getMessage().getBody(ClaimedJob.class);
    exchange.setVariable("job", job);
    exchange.setVariable("ticketSubject", job.subject());
    exchange.setVariable("ticketBody", job.body());
    watch.begin(exchange, job);
  }
}
