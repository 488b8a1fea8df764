package org.sortingoffice.provider;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.sortingoffice.provider.RawProvider.ok;

import io.vertx.ext.web.client.WebClientOptions;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import org.apache.camel.Exchange;
import org.apache.camel.ProducerTemplate;
import org.apache.camel.impl.DefaultCamelContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.sortingoffice.jobs.Leases;
import org.sortingoffice.provider.RawProvider.Behaviour;

/**
 * H27, H36, H53, H65, Q06, Q29: one call is one request of HTTP/1.1 and ends for good, in time and
 * within its limits. The provider is a bare socket, so that nothing stands between.
 */
class ProviderHttpTest {
  private static final int LARGEST = 1_000_000;

  private DefaultCamelContext camel;
  private ProducerTemplate calls;
  private RawProvider provider;

  @BeforeEach
  void start() {
    camel = new DefaultCamelContext();
    camel
        .getRegistry()
        .bind(
            "providerHttp",
            new ProviderHttp(
                new WebClientOptions()
                    .setMaxPoolSize(4)
                    .setConnectTimeout(2_000)
                    .setFollowRedirects(false),
                LARGEST,
                new Leases(Duration.ofSeconds(30), Duration.ofSeconds(10), System::nanoTime),
                ProviderCredential.none(),
                "",
                Map.of()));
    camel.start();
    calls = camel.createProducerTemplate();
  }

  @AfterEach
  void stop() throws IOException {
    camel.stop();
    if (provider != null) {
      provider.close();
    }
  }

  @Test
  void aCallIsOneRequestOfHttp11WithoutUpgradeAndItsBodyArrives_H27() throws Exception {
    listen((number, connection, out) -> out.write(ok("{}")));

    ProviderResponse response = response(call(5_000));

    assertThat(response.status()).isEqualTo(200);
    assertThat(response.body()).asString(US_ASCII).isEqualTo("{}");
    assertThat(provider.requests()).hasSize(1);
    assertThat(provider.requests().get(0))
        .startsWith("POST /v1/chat/completions HTTP/1.1\r\n")
        .endsWith("\r\n\r\n{\"a\":1}")
        .containsIgnoringCase("\r\nContent-Type: application/json\r\n")
        .containsIgnoringCase("\r\nX-Job: 7\r\n")
        .doesNotContainIgnoringCase("upgrade")
        .doesNotContainIgnoringCase("h2c")
        .doesNotContain("Camel");
  }

  @Test
  void theMessageHasNoHeaderAfterwardsAndTheResponseHasAllLines() throws Exception {
    listen(
        (number, connection, out) ->
            out.write(
                "HTTP/1.1 429 Slow\r\nretry-after: 3\r\nRETRY-AFTER: [20]\r\nContent-Length: 0\r\n\r\n"
                    .getBytes(US_ASCII)));

    Exchange exchange = call(5_000);

    assertThat(exchange.getMessage().getHeaders()).isEmpty();
    assertThat(response(exchange).lines("Retry-After")).containsExactly("3", "[20]");
  }

  @Test
  void aRefusalIsNeverRepeatedNorWaitedFor_H36_H65() throws Exception {
    listen(
        (number, connection, out) ->
            out.write(
                ("HTTP/1.1 %s\r\nRetry-After: 20\r\nContent-Length: 0\r\n\r\n"
                        .formatted(number == 1 ? "429 Slow" : "503 Ill"))
                    .getBytes(US_ASCII)));
    long start = System.nanoTime();

    assertThat(response(call(60_000)).status()).isEqualTo(429);
    assertThat(response(call(60_000)).status()).isEqualTo(503);

    assertThat(provider.requests()).hasSize(2);
    assertThat(System.nanoTime() - start).isLessThan(10_000_000_000L);
  }

  @Test
  void aRedirectIsNotFollowed() throws Exception {
    listen(
        (number, connection, out) ->
            out.write(
                "HTTP/1.1 307 Moved\r\nLocation: /elsewhere\r\nContent-Length: 0\r\n\r\n"
                    .getBytes(US_ASCII)));

    assertThat(response(call(5_000)).status()).isEqualTo(307);
    assertThat(provider.requests()).hasSize(1);
  }

  @Test
  void aConnectionClosedAfterTheRequestIsNotTriedAgain_H36() throws Exception {
    listen((number, connection, out) -> connection.close());

    assertThat(failure(call(5_000))).isExactlyInstanceOf(ProviderUnavailable.class);
    assertThat(provider.requests()).hasSize(1);
    assertThat(provider.connections()).isEqualTo(1);
  }

  @Test
  void aPooledConnectionClosedAfterTheRequestIsNotTriedAgain_H36() throws Exception {
    listen(
        (number, connection, out) -> {
          if (number == 1) {
            out.write(ok("{}"));
          } else {
            connection.close();
          }
        });

    assertThat(response(call(5_000)).status()).isEqualTo(200);
    assertThat(failure(call(5_000))).isExactlyInstanceOf(ProviderUnavailable.class);

    assertThat(provider.requests()).hasSize(2);
    assertThat(provider.connections()).as("the second call used the first's").isEqualTo(1);
  }

  @Test
  void aPooledConnectionResetAfterTheRequestIsNotTriedAgain_H36() throws Exception {
    listen(
        (number, connection, out) -> {
          if (number == 1) {
            out.write(ok("{}"));
          } else {
            connection.setSoLinger(true, 0);
            connection.close();
          }
        });

    assertThat(response(call(5_000)).status()).isEqualTo(200);
    assertThat(failure(call(5_000))).isExactlyInstanceOf(ProviderUnavailable.class);
    assertThat(provider.requests()).hasSize(2);
  }

  @Test
  void anAnswerThatEndsHalfwayIsAFailedConnection() throws Exception {
    listen(
        (number, connection, out) -> {
          out.write(
              "HTTP/1.1 200 OK\r\nContent-Length: 4096\r\n\r\n{\"choices\":[".getBytes(US_ASCII));
          connection.close();
        });

    assertThat(failure(call(5_000)))
        .isExactlyInstanceOf(ProviderUnavailable.class)
        .hasMessage("the connection to the provider failed");
  }

  @Test
  void nobodyThereIsToldAsThat() throws Exception {
    listen((number, connection, out) -> {});
    provider.close();

    assertThat(failure(call(5_000)))
        .isExactlyInstanceOf(ProviderUnavailable.class)
        .hasMessage("the provider cannot be reached");
  }

  @Test
  void aCallWithoutAnAnswerIsDisconnectedAtItsDeadline_Q06() throws Exception {
    listen((number, connection, out) -> {});

    assertThat(failure(call(300)))
        .isExactlyInstanceOf(ProviderUnavailable.class)
        .hasMessage("the provider did not answer in time");
    assertThat(provider.seesDisconnect(5)).isTrue();
    assertThat(provider.requests()).hasSize(1);
  }

  @Test
  void blankLinesDoNotKeepACallBeyondItsDeadline_H53() throws Exception {
    listen(
        (number, connection, out) -> {
          out.write(
              "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
                  .getBytes(US_ASCII));
          endlessly(out, "1\r\n\n\r\n", 20);
        });
    long start = System.nanoTime();

    assertThat(failure(call(500)))
        .isExactlyInstanceOf(ProviderUnavailable.class)
        .hasMessage("the provider did not answer in time");
    assertThat(System.nanoTime() - start).isBetween(400_000_000L, 5_000_000_000L);
    assertThat(provider.seesDisconnect(5)).isTrue();
  }

  @Test
  void afterACallThatWasGivenUpTheNextOneIsServed() throws Exception {
    listen(
        (number, connection, out) -> {
          if (number > 4) {
            out.write(ok("{}"));
          }
        });

    for (int i = 0; i < 4; i++) {
      failure(call(100));
    }
    assertThat(response(call(5_000)).status()).isEqualTo(200);
  }

  @Test
  void anAnswerTooLargeIsBrokenOffAndDisconnected_Q29() throws Exception {
    listen(
        (number, connection, out) -> {
          out.write(
              "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
                  .getBytes(US_ASCII));
          endlessly(out, "10000\r\n" + "x".repeat(0x10000) + "\r\n", 0);
        });

    ProviderFailure failure = failure(call(60_000));

    assertThat(failure)
        .isExactlyInstanceOf(AnswerTooLarge.class)
        .hasMessage("the answer has more than 1000000 bytes");
    assertThat(provider.seesDisconnect(5)).isTrue();
  }

  @Test
  void anAnswerTooLargeByItsOwnWordIsBrokenOffToo_Q29() throws Exception {
    byte[] large = new byte[20_000_000];
    Arrays.fill(large, (byte) ' ');
    listen(
        (number, connection, out) -> {
          out.write("HTTP/1.1 500 Ill\r\nContent-Length: 20000000\r\n\r\n".getBytes(US_ASCII));
          out.write(large);
        });

    assertThat(failure(call(60_000))).isExactlyInstanceOf(AnswerTooLarge.class);
    assertThat(provider.seesDisconnect(5)).isTrue();
  }

  @Test
  void anAnswerAtTheLimitIsTaken() throws Exception {
    listen((number, connection, out) -> out.write(ok("x".repeat(LARGEST))));

    assertThat(response(call(10_000)).body()).hasSize(LARGEST);
  }

  private static void endlessly(java.io.OutputStream out, String chunk, long everyMillis)
      throws IOException {
    byte[] bytes = chunk.getBytes(US_ASCII);
    while (true) {
      out.write(bytes);
      out.flush();
      if (everyMillis > 0) {
        try {
          java.util.concurrent.TimeUnit.MILLISECONDS.sleep(everyMillis);
        } catch (InterruptedException stopped) {
          Thread.currentThread().interrupt();
          return;
        }
      }
    }
  }

  private void listen(Behaviour behaviour) throws IOException {
    provider = RawProvider.start(behaviour);
  }

  private Exchange call(long timeoutMillis) {
    String endpoint =
        "vertx-http:%s/chat/completions?timeout=%d&vertxHttpBinding=#providerHttp"
            .formatted(provider.url(), timeoutMillis);
    return calls.request(
        endpoint,
        exchange -> {
          exchange
              .getMessage()
              .setHeaders(
                  new java.util.HashMap<>(
                      Map.of(
                          "Content-Type", "application/json", "X-Job", "7", "CamelHttpPath", "x")));
          exchange.getMessage().setBody("{\"a\":1}".getBytes(US_ASCII));
        });
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
