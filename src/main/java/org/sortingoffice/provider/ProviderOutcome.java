package org.sortingoffice.provider;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.resilience4j.circuitbreaker.CallNotPermittedException;
import io.netty.handler.proxy.ProxyConnectException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.security.cert.CertificateException;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLException;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangePropertyKey;
import org.sortingoffice.jobs.LeaseLost;

/**
 * The one place that says what a provider call came to: an answer to read, or one of our few
 * failures.
 */
public final class ProviderOutcome {
  private final Provider provider;
  private final ResponseOutcome responses;

  /**
   * Of the default provider.
   *
   * @param responses judges what came back
   */
  public ProviderOutcome(ResponseOutcome responses) {
    this(Provider.DEFAULT, responses);
  }

  /**
   * @param provider who is called
   * @param responses judges what came back
   */
  public ProviderOutcome(Provider provider, ResponseOutcome responses) {
    this.provider = provider;
    this.responses = responses;
  }

  /**
   * The answer in a response.
   *
   * @throws ProviderFailure when there is no good one
   */
  public JsonNode check(ProviderResponse response) {
    return responses.answer(response);
  }

  /**
   * Turns whatever stopped the call into one of our failures and throws it.
   *
   * @throws ProviderFailure when the call failed
   * @throws LeaseLost when it was broken off because the job is not held any more
   */
  public void raise(Exchange exchange) {
    Throwable thrown = exchange.getProperty(ExchangePropertyKey.EXCEPTION_CAUGHT, Throwable.class);
    LeaseLost lost = leaseLost(thrown);
    throw lost == null ? of(thrown) : lost;
  }

  /** Whether an error says that the provider itself is ill. */
  boolean countsForBreaker(Throwable thrown) {
    return leaseLost(thrown) == null && of(thrown).countsForBreaker();
  }

  private static LeaseLost leaseLost(Throwable thrown) {
    for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
      if (cause instanceof LeaseLost lost) {
        return lost;
      }
    }
    return null;
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
      if (cause instanceof ProxyConnectException) {
        return new ProviderUnavailable(
            "the proxy did not let the call through to %s (see %s)"
                .formatted(provider.inWords(), provider.variable("proxy")),
            thrown);
      }
      if (cause instanceof SSLException) {
        return new ProviderUnavailable(insecure(cause), thrown);
      }
      if (cause instanceof ConnectException || cause instanceof UnknownHostException) {
        return new ProviderUnavailable(provider.inWords() + " cannot be reached", thrown);
      }
      if (cause instanceof TimeoutException) {
        return new ProviderUnavailable(provider.inWords() + " did not answer in time", thrown);
      }
    }
    return new ProviderUnavailable(
        "the connection to %s failed".formatted(provider.inWords()), thrown);
  }

  private String insecure(Throwable thrown) {
    for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
      if (cause instanceof CertificateException) {
        return "%s's certificate is not trusted, or is not for its name (see %s)"
            .formatted(provider.inWords(), provider.variable("tls.ca.file"));
      }
    }
    return "no secure connection to %s could be made".formatted(provider.inWords());
  }
}
