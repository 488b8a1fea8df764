package org.sortingoffice.webhooks;

import io.netty.handler.proxy.ProxyConnectException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLException;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangePropertyKey;
import org.apache.camel.Handler;
import org.sortingoffice.jobs.FullJitter;
import org.sortingoffice.outbox.ClaimedEvent;
import org.sortingoffice.outbox.DeliveryOutcome;

/**
 * The one place that says what an attempt to deliver a webhook came to. A status from 200 to 299
 * means taken; 410 that the receiver is gone, so that no other attempt is made; all else that it is
 * tried again, as long as attempts are left. Neither the address nor what the receiver said is
 * told: both may hold what is not to be shown.
 */
public final class WebhookOutcome {
  private static final int GONE = 410;

  private final FullJitter backoff;
  private final int maximumAttempts;
  private final RetryAfter retryAfter;

  /**
   * @param backoff how long a webhook waits between attempts
   * @param maximumAttempts after how many it is set aside
   * @param longestHint the longest wait that a receiver can ask for
   */
  public WebhookOutcome(FullJitter backoff, int maximumAttempts, Duration longestHint) {
    this.backoff = backoff;
    this.maximumAttempts = maximumAttempts;
    this.retryAfter = new RetryAfter(longestHint);
  }

  /** What the attempt came to: an exception that was caught, or the answer that is the body. */
  @Handler
  public DeliveryOutcome of(Exchange exchange) {
    ClaimedEvent event = exchange.getVariable("event", ClaimedEvent.class);
    Throwable thrown = exchange.getProperty(ExchangePropertyKey.EXCEPTION_CAUGHT, Throwable.class);
    return thrown == null
        ? of(event, exchange.getMessage().getBody(WebhookAnswer.class))
        : again(event, null, "ReceiverUnreachable: " + inWords(thrown), 0);
  }

  /** What the answer means. */
  DeliveryOutcome of(ClaimedEvent event, WebhookAnswer answer) {
    int status = answer.status();
    if (status >= 200 && status < 300) {
      return DeliveryOutcome.delivered(status);
    }
    if (status == GONE) {
      return DeliveryOutcome.setAside(
          status, "ReceiverGone: the receiver answered 410, which asks for no more webhooks");
    }
    String redirect = status >= 300 && status < 400 ? "; redirects are not followed" : "";
    return again(
        event,
        status,
        "ReceiverRefused: the receiver answered %d%s".formatted(status, redirect),
        retryAfter.millis(answer, event.claimedAt()));
  }

  private DeliveryOutcome again(ClaimedEvent event, Integer status, String error, long atLeast) {
    return event.attempt() < maximumAttempts
        ? DeliveryOutcome.again(status, error, Math.max(atLeast, backoff.draw(event.attempt())))
        : DeliveryOutcome.setAside(status, error);
  }

  private static String inWords(Throwable thrown) {
    for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
      if (cause instanceof ProxyConnectException) {
        return "the proxy did not let the call through (see WEBHOOK_PROXY)";
      }
      if (cause instanceof SSLException) {
        return "no secure connection could be made (" + cause.getClass().getSimpleName() + ")";
      }
      if (cause instanceof UnknownHostException) {
        return "its name cannot be resolved";
      }
      if (cause instanceof ConnectException) {
        return "no connection could be made";
      }
      if (cause instanceof TimeoutException) {
        return "it did not answer in time";
      }
    }
    return "the connection broke (" + thrown.getClass().getSimpleName() + ")";
  }
}
