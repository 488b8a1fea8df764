package org.sortingoffice.office;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import org.apache.camel.Exchange;
import org.apache.camel.impl.DefaultCamelContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sortingoffice.jobs.Leases;
import org.sortingoffice.provider.ProviderFailure;
import org.sortingoffice.provider.ProviderOutcome;
import org.sortingoffice.provider.ProviderResponse;
import org.sortingoffice.testing.StubCertificate;
import org.sortingoffice.testing.StubProvider;
import org.sortingoffice.testing.StubProxy;

/** The way to the provider, over real sockets: TLS, proxies, queries. */
class ProviderConnectionTest {
  private static final String KEY = "7f3a9c0d5e1b48269f0a7c3d2e5b8146";

  @TempDir static Path folder;

  private static StubCertificate certificate;
  private static StubCertificate ofAnotherName;

  private final Map<String, String> settings = new HashMap<>(Map.of("provider.key", KEY));
  private DefaultCamelContext camel;
  private StubProvider provider;

  @BeforeAll
  static void makeCertificates() throws Exception {
    certificate = StubCertificate.make(folder, "localhost");
    ofAnotherName = StubCertificate.make(folder, "elsewhere");
  }

  @AfterEach
  void stop() {
    camel.stop();
    provider.close();
  }

  @Test
  void anAuthorityOfTheFileIsTrusted() throws Exception {
    provider = StubProvider.startWithTls(certificate.server());
    settings.put("provider.tls.ca.file", certificate.pem().toString());

    assertThat(response(call()).status()).isEqualTo(200);
    assertThat(sentKey()).isEqualTo("Bearer " + KEY);
  }

  @Test
  void withoutTheFileItsCertificateIsRefusedAndTheKeyIsNotSent() throws Exception {
    provider = StubProvider.startWithTls(certificate.server());

    assertThat(failure(call()))
        .hasMessage(
            "the provider's certificate is not trusted, or is not for its name (see PROVIDER_TLS_CA_FILE)");
    assertThat(provider.requests()).isEmpty();
  }

  @Test
  void aTrustedCertificateOfAnotherNameIsRefusedAndTheKeyIsNotSent() throws Exception {
    provider = StubProvider.startWithTls(ofAnotherName.server());
    settings.put("provider.tls.ca.file", ofAnotherName.pem().toString());

    assertThat(failure(call())).hasMessageContaining("not for its name");
    assertThat(provider.requests()).isEmpty();
  }

  @Test
  void aProviderWithoutTlsBehindHttpsIsTold() throws Exception {
    provider = StubProvider.start();
    settings.put("provider.connect.timeout.millis", "1000");

    assertThat(failure(call(provider.url().replace("http:", "https:"))))
        .hasMessage("no secure connection to the provider could be made");
  }

  @Test
  void toHttpsTheProxyOpensATunnelAndNeverSeesTheKey() throws Exception {
    provider = StubProvider.startWithTls(certificate.server());
    settings.put("provider.tls.ca.file", certificate.pem().toString());
    try (StubProxy proxy = StubProxy.start()) {
      settings.put("provider.proxy", "http://me:pass%20word@" + proxy.authority());

      assertThat(response(call()).status()).isEqualTo(200);
      assertThat(sentKey()).isEqualTo("Bearer " + KEY);
      assertThat(provider.requests().get(0).headers()).doesNotContainKey("Proxy-authorization");
      String user =
          Base64.getEncoder().encodeToString("me:pass word".getBytes(StandardCharsets.UTF_8));
      assertThat(proxy.heads()).hasSize(1);
      assertThat(proxy.heads().get(0))
          .startsWith("CONNECT localhost:")
          .containsIgnoringCase("proxy-authorization: Basic " + user)
          .doesNotContain(KEY);
    }
  }

  @Test
  void toHttpTheProxyForwards() throws Exception {
    provider = StubProvider.start();
    try (StubProxy proxy = StubProxy.start()) {
      settings.put("provider.proxy", "http://" + proxy.authority());

      assertThat(response(call()).status()).isEqualTo(200);
      assertThat(proxy.heads()).hasSize(1);
      assertThat(proxy.heads().get(0)).startsWith("POST http://localhost:");
    }
  }

  @Test
  void aProxyThatRefusesIsTold() throws Exception {
    provider = StubProvider.startWithTls(certificate.server());
    try (StubProxy proxy = StubProxy.start()) {
      proxy.refuseWith("407 Who are you");
      settings.put("provider.proxy", "http://" + proxy.authority());

      assertThat(failure(call()))
          .hasMessage(
              "the proxy did not let the call through to the provider (see PROVIDER_PROXY)");
    }
  }

  @Test
  void aQueryIsAddedToTheAddress() throws Exception {
    provider = StubProvider.start();
    settings.put("provider.query", "api-version=2024-10-21&x=%20y");

    assertThat(response(call()).status()).isEqualTo(200);
    assertThat(provider.requests().get(0).target())
        .isEqualTo("/v1/chat/completions?api-version=2024-10-21&x=%20y");
  }

  private Exchange call() throws Exception {
    return call(provider.url());
  }

  private Exchange call(String url) throws Exception {
    settings.put("provider.url", url);
    camel = new DefaultCamelContext();
    camel
        .getRegistry()
        .bind(
            "providerHttp",
            new ProviderConnection(Settings.read(settings))
                .open(
                    4,
                    new Leases(Duration.ofSeconds(30), Duration.ofSeconds(10), System::nanoTime)));
    camel.start();
    return camel
        .createProducerTemplate()
        .request(
            "vertx-http:%s/chat/completions?timeout=30000&vertxHttpBinding=#providerHttp"
                .formatted(url),
            exchange -> {
              exchange.getMessage().setHeader("Content-Type", "application/json");
              exchange.getMessage().setBody("{}".getBytes(StandardCharsets.UTF_8));
            });
  }

  private String sentKey() {
    return provider.requests().get(0).headers().getFirst("Authorization");
  }

  private static ProviderResponse response(Exchange exchange) {
    assertThat(exchange.getException()).isNull();
    return exchange.getMessage().getBody(ProviderResponse.class);
  }

  private static ProviderFailure failure(Exchange exchange) {
    assertThat(exchange.getException()).isNotNull();
    return new ProviderOutcome(null).of(exchange.getException());
  }
}
