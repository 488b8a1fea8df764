package org.sortingoffice.provider;

import io.vertx.core.AsyncResult;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.ext.web.client.HttpRequest;
import io.vertx.ext.web.client.HttpResponse;
import io.vertx.ext.web.client.WebClient;
import io.vertx.ext.web.client.WebClientOptions;
import io.vertx.ext.web.client.impl.WebClientInternal;
import org.apache.camel.Exchange;
import org.apache.camel.component.vertx.http.DefaultVertxHttpBinding;
import org.apache.camel.component.vertx.http.VertxHttpConfiguration;
import org.apache.camel.component.vertx.http.VertxHttpEndpoint;

/**
 * How Camel's {@code vertx-http} speaks to the provider. What it adds to the component: the
 * endpoint's {@code timeout} is a deadline for the whole call, the answer's last byte included; a
 * body larger than the limit is broken off and not kept; whatever is given up is disconnected. The
 * message gets a {@link ProviderResponse} and no header.
 *
 * <p>One call is one HTTP/1.1 request: no upgrade, no redirect, no repetition.
 */
public final class ProviderHttp extends DefaultVertxHttpBinding {
  private final WebClientOptions options;
  private final int largestAnswer;
  private WebClient client;

  /**
   * @param options of the connections
   * @param largestAnswer in bytes
   */
  public ProviderHttp(WebClientOptions options, int largestAnswer) {
    this.options = options;
    this.largestAnswer = largestAnswer;
  }

  @Override
  public HttpRequest<Buffer> prepareHttpRequest(VertxHttpEndpoint endpoint, Exchange exchange) {
    VertxHttpConfiguration configuration = endpoint.getConfiguration();
    HttpRequest<Buffer> request =
        client(endpoint.getComponent().getVertx())
            .requestAbs(HttpMethod.POST, configuration.getHttpUri().toString())
            .timeout(configuration.getTimeout())
            .as(new LimitedBody(largestAnswer));
    populateRequestHeaders(endpoint, exchange, request, configuration.getHeaderFilterStrategy());
    return request;
  }

  // Made at the first call, since only then is it known whose event loops it shall use. It is
  // closed with them.
  private synchronized WebClient client(Vertx vertx) {
    if (client == null) {
      client =
          ((WebClientInternal) WebClient.create(vertx, options))
              .addInterceptor(new CallDeadline(vertx));
    }
    return client;
  }

  @Override
  public void handleResponse(
      VertxHttpEndpoint endpoint, Exchange exchange, AsyncResult<HttpResponse<Buffer>> response) {
    if (response.failed()) {
      exchange.setException(response.cause());
      return;
    }
    exchange.getMessage().removeHeaders("*");
    exchange.getMessage().setBody(ProviderResponse.of(response.result()));
  }
}
