package org.sortingoffice.provider;

import io.github.resilience4j.circuitbreaker.CallNotPermittedException;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangePropertyKey;

/**
 * The one place that says what a provider call came to: an answer to read, or one of our few
 * failures.
 */
public final class ProviderOutcome {
  /**
   * Lets a good answer pass.
   *
   * @throws ProviderFailure when the status is not a good one
   */
  public void check(Exchange exchange) {
    Map<String, Object> headers = exchange.getMessage().getHeaders();
    int status = exchange.getMessage().getHeader(Exchange.HTTP_RESPONSE_CODE, Integer.class);
    if (status >= 200 && status < 300) {
      return;
    }
    throw ofStatus(status, headers);
  }

  /**
   * Turns whatever stopped the call into one of our failures and throws it.
   *
   * @throws ProviderFailure always
   */
  public void raise(Exchange exchange) {
    throw of(exchange.getProperty(ExchangePropertyKey.EXCEPTION_CAUGHT, Throwable.class));
  }

  /** The failure behind an error, however deeply Camel and the breaker wrapped it. */
  public ProviderFailure of(Throwable thrown) {
    for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
      if (cause instanceof ProviderFailure failure) {
        return failure;
      }
      if (cause instanceof CallNotPermittedException) {
        return new BreakerOpen();
      }
      if (cause instanceof TimeoutException) {
        return new ProviderUnavailable("the provider did not answer in time", null, thrown);
      }
    }
    return new ProviderUnavailable("the connection to the provider failed", null, thrown);
  }

  private static ProviderFailure ofStatus(int status, Map<String, Object> headers) {
    String told = "the provider answered " + status;
    if (status == 429) {
      return new ProviderRateLimited(told, retryAfterMillis(headers));
    }
    if (status == 401 || status == 402 || status == 403) {
      return new ProviderBlocked(told, status);
    }
    if (status == 408 || status >= 500) {
      return new ProviderUnavailable(told, status, null);
    }
    return new RequestRejected(told, status);
  }

  private static long retryAfterMillis(Map<String, Object> headers) {
    return headers.entrySet().stream()
        .filter(header -> header.getKey().equalsIgnoreCase("Retry-After"))
        .map(header -> String.valueOf(header.getValue()))
        .filter(value -> value.matches("\\d{1,6}"))
        .mapToLong(value -> Long.parseLong(value) * 1_000)
        .findFirst()
        .orElse(0);
  }
}
