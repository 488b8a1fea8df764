package org.sortingoffice.provider;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.camel.Exchange;
import org.sortingoffice.jobs.ClaimedJob;

/**
 * What may be sent to a provider in a minute, so that it seldom has to say "slow down". It is
 * optional and this process's own: the gate that all workers share is what keeps the promise, this
 * only saves refused calls. Each process takes the whole limit for its own at first, and learns
 * from the headers {@code x-ratelimit-limit-*} and {@code x-ratelimit-remaining-*} of every answer
 * what the others use.
 */
public final class ProviderBudget {
  /** The exchange property that remembers how many tokens were taken before the call. */
  static final String TOKENS_TAKEN = "tokensTaken";

  /** A usual guess for English text; the answer then tells the true number. */
  private static final int BYTES_A_TOKEN = 4;

  private static final long LARGEST = 1_000_000_000L;

  private final Optional<Allowance> requests;
  private final Optional<Allowance> tokens;
  private final int callsOfAJob;

  /**
   * @param requests of a minute; empty for no such budget
   * @param tokens of a minute; empty for no such budget
   * @param callsOfAJob how many calls a whole job makes
   */
  public ProviderBudget(Optional<Allowance> requests, Optional<Allowance> tokens, int callsOfAJob) {
    this.requests = requests;
    this.tokens = tokens;
    this.callsOfAJob = callsOfAJob;
  }

  /** For a provider that may be sent as much as there is: the settings speak of the default one. */
  public static ProviderBudget unlimited() {
    return new ProviderBudget(Optional.empty(), Optional.empty(), 1);
  }

  /**
   * Takes what the call on the exchange needs, its body being the request. A probe always passes.
   *
   * @throws BudgetSpent when there is not enough
   */
  public void take(Exchange exchange) {
    boolean probe = exchange.getVariable("job", ClaimedJob.class).probe();
    long size = exchange.getMessage().getBody(byte[].class).length / BYTES_A_TOKEN;
    take(requests, 1, "requests", probe);
    try {
      take(tokens, size, "tokens", probe);
    } catch (BudgetSpent spent) {
      // No request is sent either.
      requests.ifPresent(budget -> budget.giveBack(1));
      throw spent;
    }
    exchange.setProperty(TOKENS_TAKEN, size);
  }

  private static void take(Optional<Allowance> budget, long amount, String what, boolean probe) {
    if (budget.isEmpty()) {
      return;
    }
    if (probe) {
      budget.get().spend(amount);
      return;
    }
    long wait = budget.get().take(amount);
    if (wait > 0) {
      throw new BudgetSpent(what, wait);
    }
  }

  /** Listens to what any answer, good or not, says about the provider's limits. */
  public void learn(ProviderResponse response) {
    requests.ifPresent(
        budget ->
            budget.learn(
                number(response, "limit-requests"), number(response, "remaining-requests")));
    tokens.ifPresent(
        budget ->
            budget.learn(number(response, "limit-tokens"), number(response, "remaining-tokens")));
  }

  /** Puts the guess about tokens right, now that the answer tells how many there were. */
  public void settle(JsonNode answer, long taken) {
    JsonNode used = answer.path("usage").path("total_tokens");
    if (tokens.isPresent() && used.isIntegralNumber() && used.canConvertToInt()) {
      long more = used.asLong() - taken;
      tokens.get().spend(more);
      tokens.get().giveBack(-more);
    }
  }

  /**
   * How many jobs may be in work at once, so that each can make all its calls. A job that was
   * claimed nevertheless meets {@link BudgetSpent} and loses nothing but time.
   */
  public int affordableJobs() {
    return requests
        .map(
            budget -> {
              long needed = Math.min(callsOfAJob, budget.limit());
              return (int) Math.min(Integer.MAX_VALUE, budget.available() / needed);
            })
        .orElse(Integer.MAX_VALUE);
  }

  private static OptionalLong number(ProviderResponse response, String name) {
    String text = response.first("x-ratelimit-" + name);
    return text.matches("\\d{1,18}")
        ? OptionalLong.of(Math.min(LARGEST, Long.parseLong(text)))
        : OptionalLong.empty();
  }
}
