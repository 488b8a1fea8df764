package org.sortingoffice.provider;

import com.fasterxml.jackson.databind.JsonNode;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;

/**
 * Lets only a good answer through, as parsed JSON. Whatever it is, the provider's budget learns
 * from it what it says about its limits.
 */
public final class ResponseCheck implements Processor {
  private final ProviderBudget budget;
  private final ProviderOutcome outcome;
  private final ProviderCalls calls;

  /**
   * @param budget of the provider who answers; listens to every answer
   * @param outcome judges it
   * @param calls are told of the good ones
   */
  public ResponseCheck(ProviderBudget budget, ProviderOutcome outcome, ProviderCalls calls) {
    this.budget = budget;
    this.outcome = outcome;
    this.calls = calls;
  }

  /**
   * The body, a {@link ProviderResponse}, becomes its JSON. What was sent and received as headers
   * ends here, so that it is not carried on from step to step.
   *
   * @throws ProviderFailure when there is no good answer in it
   */
  @Override
  public void process(Exchange exchange) {
    ProviderResponse response = exchange.getMessage().getBody(ProviderResponse.class);
    budget.learn(response);
    JsonNode answer = outcome.check(response);
    budget.settle(answer, exchange.getProperty(ProviderBudget.TOKENS_TAKEN, Long.class));
    calls.answered(exchange, answer);
    exchange.getMessage().removeHeaders("*");
    exchange.getMessage().setBody(answer);
  }
}
