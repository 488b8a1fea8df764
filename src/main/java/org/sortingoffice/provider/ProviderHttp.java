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
import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;
import org.apache.camel.Exchange;
import org.apache.camel.component.vertx.http.DefaultVertxHttpBinding;
import org.apache.camel.component.vertx.http.VertxHttpConfiguration;
import org.apache.camel.component.vertx.http.VertxHttpEndpoint;
import org.sortingoffice.jobs.ClaimedJob;
import org.sortingoffice.jobs.Lease;
import org.sortingoffice.jobs.Leases;

/**
 * How Camel's {@code vertx-http} speaks to the provider. What it adds to the component: the
 * endpoint's {@code timeout} is a deadline for the whole call, the answer's last byte included; a
 * body larger than the limit is broken off and not kept; a call whose job is lost is broken off
 * too; whatever is given up is disconnected. The message gets a {@link ProviderResponse} and no
 * header. The provider's key goes with the request, and never with the message.
 *
 * <p>One call is one HTTP/1.1 request: no upgrade, no redirect, no repetition.
 */
public final class ProviderHttp extends DefaultVertxHttpBinding {
  private static final String KEY_SENT = ProviderHttp.class.getName() + ".key";

  private final WebClientOptions options;
  private final int largestAnswer;
  private final Leases leases;
  private final ProviderCredential credential;
  private final String query;
  private final Map<String, String> otherPlaces;

  /** Whose call a request is, from here until it is sent. */
  private final Map<HttpRequest<?>, Lease> callers =
      Collections.synchronizedMap(new WeakHashMap<>());

  private WebClient client;

  /**
   * @param options of the connections
   * @param largestAnswer in bytes
   * @param leases a call is broken off when the lease of its job is lost
   * @param credential goes with every call, to the provider's address and nowhere else
   * @param query is added to every address, such as {@code api-version=2024-10-21}; may be empty
   * @param otherPlaces addresses that are elsewhere with this provider, and where; may be empty
   */
  public ProviderHttp(
      WebClientOptions options,
      int largestAnswer,
      Leases leases,
      ProviderCredential credential,
      String query,
      Map<String, String> otherPlaces) {
    this.otherPlaces = Map.copyOf(otherPlaces);
    this.options = options;
    this.largestAnswer = largestAnswer;
    this.leases = leases;
    this.credential = credential;
    this.query = query.isEmpty() ? "" : "?" + query;
  }

  @Override
  public HttpRequest<Buffer> prepareHttpRequest(VertxHttpEndpoint endpoint, Exchange exchange) {
    VertxHttpConfiguration configuration = endpoint.getConfiguration();
    String address = configuration.getHttpUri().toString();
    HttpRequest<Buffer> request =
        client(endpoint.getComponent().getVertx())
            .requestAbs(HttpMethod.POST, otherPlaces.getOrDefault(address, address) + query)
            .timeout(configuration.getTimeout())
            .as(new LimitedBody(largestAnswer));
    populateRequestHeaders(endpoint, exchange, request, configuration.getHeaderFilterStrategy());
    credential.putOn(request).ifPresent(key -> exchange.setProperty(KEY_SENT, new Sent(key)));
    ClaimedJob job = exchange.getVariable("job", ClaimedJob.class);
    if (job != null) {
      callers.put(request, job.lease());
    }
    return request;
  }

  // Made at the first call, since only then is it known whose event loops it shall use. It is
  // closed with them.
  private synchronized WebClient client(Vertx vertx) {
    if (client == null) {
      client =
          ((WebClientInternal) WebClient.create(vertx, options))
              .addInterceptor(new CallDeadline(vertx, leases, callers::remove));
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
    ProviderResponse answer = ProviderResponse.of(response.result());
    Sent sent = (Sent) exchange.removeProperty(KEY_SENT);
    exchange
        .getMessage()
        .setBody(sent == null ? answer : ProviderCredential.without(sent.key(), answer));
  }

  /** The key that went with a call. Whoever prints the exchange does not see it. */
  private record Sent(String key) {
    @Override
    public String toString() {
      return "a key that is not shown";
    }
  }
}
