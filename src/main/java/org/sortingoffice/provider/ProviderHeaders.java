package org.sortingoffice.provider;

import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.apache.camel.Processor;
import org.sortingoffice.jobs.ClaimedJob;

/**
 * The headers of a provider call: the type of the body, and for the provider's log which step of
 * which delivery asks, and which trace it belongs to where traces are on. Nothing that came along
 * with the message reaches the provider.
 */
public final class ProviderHeaders implements Processor {
  @Override
  public void process(Exchange exchange) {
    Message message = exchange.getMessage();
    message.removeHeaders("*");
    message.setHeader("Content-Type", "application/json");
    message.setHeader("X-Step", exchange.getVariable("step", String.class));
    ClaimedJob job = exchange.getVariable("job", ClaimedJob.class);
    message.setHeader("X-Ticket", job.ticketId());
    message.setHeader("X-Job", job.id());
    message.setHeader("X-Delivery", job.delivery());
    String traceparent = ProviderCalls.traceparent(exchange);
    if (traceparent != null) {
      message.setHeader("traceparent", traceparent);
    }
  }
}
