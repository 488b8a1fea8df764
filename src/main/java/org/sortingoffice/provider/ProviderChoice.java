package org.sortingoffice.provider;

import org.apache.camel.Exchange;
import org.apache.camel.Predicate;
import org.apache.camel.Processor;
import org.sortingoffice.jobs.CalledProvider;
import org.sortingoffice.jobs.ClaimedJob;

/**
 * Where there is a fallback: chooses the provider for a call, leaves its name on the exchange, and
 * puts the request into the words that the fallback understands. As a predicate it says whether the
 * fallback was chosen.
 */
public final class ProviderChoice implements Processor, Predicate {
  private final ProviderGates gates;
  private final FallbackRequests requests;

  /**
   * @param gates say who may be called
   * @param requests of the fallback
   */
  public ProviderChoice(ProviderGates gates, FallbackRequests requests) {
    this.gates = gates;
    this.requests = requests;
  }

  /**
   * Chooses.
   *
   * @throws GateClosed when nobody may be called
   */
  @Override
  public void process(Exchange exchange) throws Exception {
    String step = exchange.getVariable("step", String.class);
    Provider chosen = gates.choose(exchange.getVariable("job", ClaimedJob.class), step);
    if (chosen == Provider.FALLBACK) {
      exchange.setProperty(CalledProvider.PROPERTY, chosen.stored());
      requests.translate(exchange, step);
    } else {
      exchange.removeProperty(CalledProvider.PROPERTY);
    }
  }

  @Override
  public boolean matches(Exchange exchange) {
    return Provider.calledBy(exchange) == Provider.FALLBACK;
  }
}
