package org.sortingoffice.provider;

import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.sortingoffice.jobs.ClaimedJob;
import org.sortingoffice.jobs.Leases;

/**
 * Lets a job make a call, or stops it: its lease must be held, the gate not be known to be closed,
 * and what may be sent in a minute not be spent.
 */
public final class CallPermit implements Processor {
  private final Leases leases;
  private final ProviderGates gates;
  private final ProviderBudget budget;
  private final ProviderCalls calls;

  /**
   * @param leases of the jobs held here
   * @param gates as this process knows them
   * @param budget of a minute, of the provider that is called
   * @param calls look at those that may be made
   */
  public CallPermit(
      Leases leases, ProviderGates gates, ProviderBudget budget, ProviderCalls calls) {
    this.leases = leases;
    this.gates = gates;
    this.budget = budget;
    this.calls = calls;
  }

  /**
   * Takes what the call needs out of the budget.
   *
   * @throws org.sortingoffice.jobs.LeaseLost when the job is not held any more
   * @throws GateClosed when a closed gate would be run into
   * @throws BudgetSpent when there is not enough
   */
  @Override
  public void process(Exchange exchange) {
    ClaimedJob job = exchange.getVariable("job", ClaimedJob.class);
    leases.check(job);
    gates.check(exchange, job);
    budget.take(exchange);
    calls.begin(exchange);
  }
}
