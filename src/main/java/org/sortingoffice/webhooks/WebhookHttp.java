package org.sortingoffice.webhooks;

import io.vertx.core.AsyncResult;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.ext.web.client.HttpRequest;
import io.vertx.ext.web.client.HttpResponse;
import io.vertx.ext.web.client.WebClient;
import io.vertx.ext.web.client.WebClientOptions;
import io.vertx.ext.web.client.impl.ClientPhase;
import io.vertx.ext.web.client.impl.HttpContext;
import io.vertx.ext.web.client.impl.WebClientInternal;
import org.apache.camel.Exchange;
import org.apache.camel.component.vertx.http.DefaultVertxHttpBinding;
import org.apache.camel.component.vertx.http.VertxHttpConfiguration;
import org.apache.camel.component.vertx.http.VertxHttpEndpoint;
import org.sortingoffice.outbox.ClaimedEvent;
import org.sortingoffice.provider.CallDeadline;

/**
 * How Camel's {@code vertx-http} speaks to the receiver of webhooks: one POST, signed at the last
 * moment, with nothing of the message but its body; no redirect, no repetition. The endpoint's
 * {@code timeout} is a deadline for the whole call. The message gets a {@link WebhookAnswer}.
 */
public final class WebhookHttp extends DefaultVertxHttpBinding {
  private static final String BODY = WebhookHttp.class.getName() + ".body";

  private final WebClientOptions options;
  private final WebhookSecrets secrets;
  private final String query;
  private WebClient client;

  /**
   * @param options of the connections
   * @param secrets with which it is signed
   * @param query is added to the address; may be empty
   */
  public WebhookHttp(WebClientOptions options, WebhookSecrets secrets, String query) {
    this.options = options;
    this.secrets = secrets;
    this.query = query.isEmpty() ? "" : "?" + query;
  }

  @Override
  public HttpRequest<Buffer> prepareHttpRequest(VertxHttpEndpoint endpoint, Exchange exchange) {
    VertxHttpConfiguration configuration = endpoint.getConfiguration();
    ClaimedEvent event = exchange.getVariable("event", ClaimedEvent.class);
    byte[] body = exchange.getMessage().getBody(byte[].class);
    long timestamp = event.claimedAt().getEpochSecond();
    DiscardedBody passing = new DiscardedBody();
    exchange.setProperty(BODY, passing);
    return client(endpoint.getComponent().getVertx())
        .requestAbs(HttpMethod.POST, configuration.getHttpUri() + query)
        .timeout(configuration.getTimeout())
        .as(passing)
        .putHeader("content-type", "application/json")
        .putHeader("webhook-id", event.eventId())
        .putHeader("webhook-timestamp", String.valueOf(timestamp))
        .putHeader(
            "webhook-signature",
            WebhookSignature.of(secrets.now(), event.eventId(), timestamp, body));
  }

  // Made at the first call, since only then is it known whose event loops it shall use. It is
  // closed with them.
  private synchronized WebClient client(Vertx vertx) {
    if (client == null) {
      client =
          ((WebClientInternal) WebClient.create(vertx, options))
              .addInterceptor(new CallDeadline(vertx))
              .addInterceptor(WebhookHttp::noteTheHead);
    }
    return client;
  }

  private static void noteTheHead(HttpContext<?> call) {
    if (call.phase() == ClientPhase.RECEIVE_RESPONSE
        && call.request().bodyCodec() instanceof DiscardedBody passing) {
      passing.begins(WebhookAnswer.of(call.clientResponse()));
    }
    call.next();
  }

  @Override
  public void handleResponse(
      VertxHttpEndpoint endpoint, Exchange exchange, AsyncResult<HttpResponse<Buffer>> response) {
    DiscardedBody passing = (DiscardedBody) exchange.removeProperty(BODY);
    WebhookAnswer answer = passing.answerDespite(response.cause());
    if (response.failed() && answer == null) {
      exchange.setException(response.cause());
      return;
    }
    exchange.getMessage().removeHeaders("*");
    exchange.getMessage().setBody(response.failed() ? answer : passing.answer());
  }
}
