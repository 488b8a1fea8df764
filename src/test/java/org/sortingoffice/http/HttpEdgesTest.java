package org.sortingoffice.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.vertx.core.VertxOptions;
import io.vertx.ext.web.Router;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.camel.Exchange;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.component.platform.http.vertx.VertxPlatformHttpRouter;
import org.apache.camel.component.platform.http.vertx.VertxPlatformHttpServer;
import org.apache.camel.component.platform.http.vertx.VertxPlatformHttpServerConfiguration;
import org.apache.camel.impl.DefaultCamelContext;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sortingoffice.testing.RawConnection;
import org.sortingoffice.testing.RawConnection.Answer;

/** What a running server says to what never reaches a route. */
class HttpEdgesTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int BODY_LIMIT = 1_000;

  /** The bodies that came to the route. */
  private static final BlockingQueue<String> ROUTED = new LinkedBlockingQueue<>();

  private static final CountDownLatch SLOW_WORK = new CountDownLatch(1);
  private static final AtomicBoolean OPEN = new AtomicBoolean(true);

  private static DefaultCamelContext camel;
  private static int port;

  @BeforeAll
  static void start() throws Exception {
    camel = new DefaultCamelContext();
    DoorVertx.bind(camel, new VertxOptions().setWorkerPoolSize(4), Duration.ofMinutes(2));
    VertxPlatformHttpServerConfiguration settings = new VertxPlatformHttpServerConfiguration();
    settings.setBindHost("127.0.0.1");
    settings.setBindPort(0);
    settings.setMaxBodySize((long) BODY_LIMIT);
    VertxPlatformHttpServer server = new VertxPlatformHttpServer(settings);
    camel.addService(server);
    camel.addRoutes(new Routes());
    camel.start();
    String routes = VertxPlatformHttpRouter.getRouterNameFromPort(0);
    new HttpEdges(Duration.ofMillis(500), OPEN::get)
        .install(
            (Router) server.getServer().requestHandler(),
            VertxPlatformHttpRouter.lookup(camel, routes),
            BODY_LIMIT);
    port = server.getPort();
  }

  @AfterAll
  static void stop() {
    camel.stop();
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      value = {
        "GET /here HTTP/1.1\\r\\n\\r\\n|400|unreadable_request",
        "GET /here HTTP/1.1\\r\\nHost: x\\r\\nno colon\\r\\n\\r\\n|400|unreadable_request",
        "GET /here HTTP/1.1\\r\\nHost: x\\r\\nA: \\0\\r\\n\\r\\n|400|unreadable_request",
        "GET /here HTTP/1.1\\r"
            + "\\n"
            + "Host: x\\r"
            + "\\n"
            + "Content-Length: ten\\r"
            + "\\n"
            + "\\r"
            + "\\n"
            + "|400|unreadable_request",
        "GET /here HTTP/1.1\\r"
            + "\\n"
            + "Host: x\\r"
            + "\\n"
            + "Content-Length: 1\\r"
            + "\\n"
            + "Content-Length: 2\\r"
            + "\\n"
            + "\\r"
            + "\\n"
            + "|400|unreadable_request",
        "POST /here HTTP/1.1\\r"
            + "\\n"
            + "Host: x\\r"
            + "\\n"
            + "Transfer-Encoding: chunked\\r"
            + "\\n"
            + "\\r"
            + "\\n"
            + "zz\\r"
            + "\\n"
            + "|400|unreadable_request",
        "GET /%zz HTTP/1.1\\r\\nHost: x\\r\\n\\r\\n|400|unreadable_request",
        "GET /item/%zz HTTP/1.1\\r\\nHost: x\\r\\n\\r\\n|400|unreadable_request",
        "GET /item/1?%zz HTTP/1.1\\r\\nHost: x\\r\\n\\r\\n|400|unreadable_request",
        "nonsense\\r\\n\\r\\n|400|unreadable_request",
        "OPTIONS * HTTP/1.1\\r\\nHost: x\\r\\n\\r\\n|404|not_found",
        "CONNECT x:80 HTTP/1.1\\r\\nHost: x:80\\r\\n\\r\\n|404|not_found",
        "GET http://elsewhere/nowhere HTTP/1.1\\r\\nHost: x\\r\\n\\r\\n|404|not_found",
        "POST /here HTTP/1.1\\r"
            + "\\n"
            + "Host: x\\r"
            + "\\n"
            + "Content-Length: 2\\r"
            + "\\n"
            + "Expect: wonders\\r"
            + "\\n"
            + "\\r"
            + "\\n"
            + "{}|417|expectation_failed",
        "GET /here HTTP/1.0\\r\\n\\r\\n|405|method_not_allowed",
      })
  void anOddRequestIsAnsweredAsAProblem(String request, int status, String code) throws Exception {
    assertProblem(
        once(request.replace("\\r", "\r").replace("\\n", "\n").replace("\\0", "\0")), status, code);
  }

  @Test
  void aRequestLineThatIsTooLongIs414() throws Exception {
    assertProblem(
        once("GET /" + "a".repeat(5_000) + " HTTP/1.1\r\nHost: x\r\n\r\n"),
        414,
        "address_too_long");
  }

  @Test
  void headerLinesThatAreTooLongAre431_H07() throws Exception {
    assertProblem(
        once("GET /here HTTP/1.1\r\nHost: x\r\nIdempotency-Key: " + "k".repeat(9_000) + "\r\n\r\n"),
        431,
        "headers_too_large");
  }

  @ParameterizedTest
  @ValueSource(strings = {"HEAD", "OPTIONS", "TRACE", "PROPFIND", "PATCH"})
  void everyOtherMethodIsRefusedWithThoseThatAreTaken(String method) throws Exception {
    try (RawConnection client = new RawConnection(port)) {
      client.write(method + " /item/1/ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
      String answer = client.rest();

      assertThat(answer).startsWith("HTTP/1.1 405 ").containsIgnoringCase("\r\nallow: GET\r\n");
      assertThat(answer.endsWith("\r\n\r\n"))
          .as("an answer to HEAD has no body, any other has")
          .isEqualTo(method.equals("HEAD"));
    }
  }

  @Test
  void theConnectionServesOnAfterProblems() throws Exception {
    try (RawConnection client = new RawConnection(port)) {
      client.write("POST /nowhere HTTP/1.1\r\nHost: x\r\nContent-Length: 900\r\n\r\n");
      client.write("x".repeat(900));
      assertProblem(client.answer(), 404, "not_found");
      client.write("POST /item/1 HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n");
      client.write("3\r\nabc\r\n0\r\n\r\n");
      assertProblem(client.answer(), 405, "method_not_allowed");
      client.write("GET /item/1 HTTP/1.1\r\nHost: x\r\n\r\n");
      assertThat(client.answer().status()).isEqualTo(200);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"/here", "/nowhere"})
  void aClientThatSendsAllBeforeItReadsStillGetsThe413_H23(String path) throws Exception {
    try (RawConnection client = new RawConnection(port)) {
      client.write("POST " + path + " HTTP/1.1\r\nHost: x\r\nContent-Length: 3000000\r\n\r\n");
      client.write("x".repeat(3_000_000));
      Answer answer = client.answer();

      assertProblem(answer, 413, "body_too_large");
      assertThat(answer.header("Connection")).hasValue("close");
      assertThat(client.rest()).isEmpty();
    }
  }

  @Test
  void aBodyThatComesTooLateNeverReachesItsRoute_H23() throws Exception {
    ROUTED.clear();
    try (RawConnection client = new RawConnection(port)) {
      client.write("POST /here HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nthe body");
      Answer answer = client.answer();
      assertProblem(answer, 408, "request_timeout");
      assertThat(answer.header("Connection")).hasValue("close");

      client.write("!");

      assertThat(client.rest()).isEmpty();
    }
    post("the next one");
    assertThat(ROUTED.poll(10, TimeUnit.SECONDS)).isEqualTo("the next one");
  }

  @Test
  void workingOnARequestMayTakeLonger() throws Exception {
    try (RawConnection slow = new RawConnection(port);
        RawConnection stalled = new RawConnection(port)) {
      slow.write("POST /slow HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}");
      stalled.write("POST /here HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n");
      assertThat(stalled.answer().status()).as("the limit has passed").isEqualTo(408);

      SLOW_WORK.countDown();

      assertThat(slow.answer().status()).isEqualTo(200);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"/cut-off", "/thrown"})
  void aRouteThatIsCutOffByTheStopIsNoFaultOfItsRequest(String path) throws Exception {
    try (RawConnection client = new RawConnection(port)) {
      client.write("GET " + path + " HTTP/1.1\r\nHost: x\r\n\r\n");
      Answer answer = client.answer();

      assertThat(answer.status()).isEqualTo(503);
      assertThat(answer.header("Retry-After")).hasValue("1");
    } finally {
      OPEN.set(true);
    }
  }

  @Test
  void whileTheProcessStartsOrStopsItSaysSo() throws Exception {
    OPEN.set(false);
    try (RawConnection client = new RawConnection(port)) {
      client.write("POST /here HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}");
      Answer answer = client.answer();

      assertProblem(answer, 503, "not_open");
      assertThat(answer.header("Retry-After")).hasValue("1");
      assertThat(client.rest()).as("the connection is closed").isEmpty();
    } finally {
      OPEN.set(true);
    }
  }

  /**
   * Found by the torture run: a client that sent to a process just starting was told 404, with a
   * page.
   */
  @Test
  void aServerThatListensBeforeItsRoutesAreThereSaysSo() throws Exception {
    try (DefaultCamelContext starting = new DefaultCamelContext()) {
      DoorVertx.bind(starting, new VertxOptions().setWorkerPoolSize(4), Duration.ofMinutes(2));
      VertxPlatformHttpServerConfiguration settings = new VertxPlatformHttpServerConfiguration();
      settings.setBindHost("127.0.0.1");
      settings.setBindPort(0);
      VertxPlatformHttpServer server = new VertxPlatformHttpServer(settings);
      server.setCamelContext(starting);
      server.start();
      try (RawConnection early = new RawConnection(server.getPort())) {
        early.write("POST /here HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}");
        assertProblem(early.answer(), 503, "not_open");
      }

      starting.start();
      try (RawConnection late = new RawConnection(server.getPort())) {
        late.write("GET /nowhere HTTP/1.1\r\nHost: x\r\n\r\n");
        assertThat(late.answer().status()).isEqualTo(404);
      }
      server.stop();
    }
  }

  @Test
  void aClientThatOffersHttp2IsAnsweredInHttp1_H27() throws Exception {
    ROUTED.clear();
    HttpResponse<String> answer =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_2)
            .build()
            .send(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/here"))
                    .POST(HttpRequest.BodyPublishers.ofString("the whole body"))
                    .build(),
                HttpResponse.BodyHandlers.ofString());

    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.version()).isEqualTo(HttpClient.Version.HTTP_1_1);
    assertThat(ROUTED.poll(10, TimeUnit.SECONDS)).isEqualTo("the whole body");
  }

  @Test
  void aBodyThatEndsHalfwayIsNoRequest() throws Exception {
    ROUTED.clear();
    try (RawConnection client = new RawConnection(port)) {
      client.write("POST /here HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nhalf");
    }
    post("the next one");
    assertThat(ROUTED.poll(10, TimeUnit.SECONDS)).isEqualTo("the next one");
  }

  private static void post(String body) throws IOException {
    try (RawConnection client = new RawConnection(port)) {
      client.write(
          "POST /here HTTP/1.1\r\nHost: x\r\nContent-Length: " + body.length() + "\r\n\r\n" + body);
      assertThat(client.answer().status()).isEqualTo(200);
    }
  }

  private static Answer once(String request) throws IOException {
    try (RawConnection client = new RawConnection(port)) {
      client.write(request);
      return client.answer();
    }
  }

  private static void assertProblem(Answer answer, int status, String code) throws IOException {
    assertThat(answer.status()).as(answer.body()).isEqualTo(status);
    assertThat(answer.header("Content-Type")).hasValue("application/problem+json");
    assertThat(answer.header("X-Content-Type-Options")).hasValue("nosniff");
    assertThat(answer.header("Cache-Control")).hasValue("no-store");
    JsonNode problem = JSON.readTree(answer.body());
    assertThat(problem.path("code").asText()).isEqualTo(code);
    assertThat(problem.path("status").asInt()).isEqualTo(status);
  }

  private static final class Routes extends RouteBuilder {
    @Override
    public void configure() {
      from("platform-http:/here?httpMethodRestrict=POST")
          .process(exchange -> ROUTED.add(exchange.getMessage().getBody(String.class)))
          .removeHeaders("*");
      from("platform-http:/item/{id}?httpMethodRestrict=GET")
          .removeHeaders("*")
          .setBody(constant("an item"));
      from("platform-http:/cut-off?httpMethodRestrict=GET")
          .process(exchange -> OPEN.set(false))
          .removeHeaders("*")
          .setHeader(Exchange.HTTP_RESPONSE_CODE, constant(500));
      from("platform-http:/thrown?httpMethodRestrict=GET")
          .process(
              exchange -> {
                OPEN.set(false);
                throw new RejectedExecutionException("its route has stopped");
              });
      from("platform-http:/slow?httpMethodRestrict=POST")
          .process(exchange -> SLOW_WORK.await(20, TimeUnit.SECONDS))
          .removeHeaders("*");
    }
  }
}
