package org.sortingoffice.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.component.platform.http.vertx.VertxPlatformHttpServer;
import org.apache.camel.component.platform.http.vertx.VertxPlatformHttpServerConfiguration;
import org.apache.camel.impl.DefaultCamelContext;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sortingoffice.intake.IdempotencyKey;
import org.sortingoffice.intake.IntakeLimits;
import org.sortingoffice.intake.TicketReader;
import org.sortingoffice.intake.TicketRequest;

/** What truly comes through the door of a running platform-http server, and what goes out. */
class HttpDoorTest {

  private static final byte[] TICKET =
      "{\"customer_id\":\"C-0022\",\"subject\":\"Late parcel\",\"body\":\"Where is it?\"}"
          .getBytes(StandardCharsets.UTF_8);
  private static final String JSON = "Content-Type: application/json";

  /** The headers of each message, as the route saw them. */
  private static final BlockingQueue<Map<String, Object>> SEEN = new LinkedBlockingQueue<>();

  private static DefaultCamelContext camel;
  private static RawHttp http;

  @BeforeAll
  static void start() throws Exception {
    camel = new DefaultCamelContext();
    VertxPlatformHttpServerConfiguration settings = new VertxPlatformHttpServerConfiguration();
    settings.setBindHost("127.0.0.1");
    settings.setBindPort(0);
    VertxPlatformHttpServer server = new VertxPlatformHttpServer(settings);
    camel.addService(server);
    camel.getRegistry().bind("door", new HeaderAllowList());
    camel.addRoutes(new Routes());
    camel.start();
    http = new RawHttp(server.getPort());
  }

  @AfterAll
  static void stop() {
    camel.stop();
  }

  @BeforeEach
  void forget() {
    SEEN.clear();
  }

  @Nested
  @DisplayName("H25: header lines that steer Camel do not enter")
  class H25SteeringHeaders {

    @ParameterizedTest
    @ValueSource(
        strings = {
          "CAmelHttpResponseCode: 204",
          "camelbeanmethodname: x",
          "CAmelFileName: /etc/passwd",
          "CamelSqlQuery: drop table tickets",
          "CamelHttpQuery: a=1",
          "CamelHttpMethod: DELETE",
          "Camel: x",
          "org.apache.camel.x: y",
          "id: 1",
          "JMSType: x",
          "breadcrumbId: x",
          "X-Anything: x",
          "Cookie: a=b",
          "Host2: x"
        })
    void they_are_dropped_at_the_door(String line) throws Exception {
      RawHttp.Answer answer = http.send("GET /v1/jobs/7", List.of(line), new byte[0]);

      String[] header = line.split(": ");
      assertThat(answer.status()).isEqualTo(200);
      assertThat(SEEN.take())
          .containsEntry("id", "7")
          .containsEntry(Exchange.HTTP_METHOD, "GET")
          .satisfies(seen -> assertThat(seen.get(header[0])).isNotEqualTo(header[1]));
    }

    @Test
    void what_camel_itself_says_of_the_request_is_there() throws Exception {
      http.send("GET /v1/jobs/7?wait=5", List.of(), new byte[0]);

      assertThat(SEEN.take())
          .containsEntry("id", "7")
          .containsEntry(Exchange.HTTP_QUERY, "wait=5")
          .containsEntry(Exchange.HTTP_RAW_QUERY, "wait=5")
          .containsEntry(Exchange.HTTP_METHOD, "GET")
          .containsEntry(Exchange.HTTP_PATH, "/v1/jobs/7")
          .doesNotContainKey("wait");
    }

    @ParameterizedTest
    @ValueSource(
        strings = {
          "Idempotency-Key",
          "Content-Encoding",
          "traceparent",
          "tracestate",
          "If-None-Match",
          "Prefer",
          "Accept",
          "aCCEPT",
          "IDEMPOTENCY-KEY"
        })
    void header_lines_that_are_allowed_enter(String name) throws Exception {
      http.send("GET /v1/jobs/7", List.of(name + ": some value"), new byte[0]);

      assertThat(SEEN.take()).containsEntry(name, "some value");
    }

    /** They are read from the request itself, where no later step finds them. */
    @ParameterizedTest
    @ValueSource(strings = {"Authorization", "Cookie", "Proxy-Authorization"})
    void credentials_are_not_among_them(String name) throws Exception {
      http.send("GET /v1/jobs/7", List.of(name + ": a secret"), new byte[0]);

      assertThat(SEEN.take()).doesNotContainKey(name).doesNotContainValue("a secret");
    }

    @Test
    void a_query_parameter_is_no_header_line() throws Exception {
      http.send(
          "GET /v1/jobs/7?Idempotency-Key=k&Authorization=Bearer+x&id=8&CamelHttpResponseCode=204",
          List.of(),
          new byte[0]);

      assertThat(SEEN.take())
          .containsEntry("id", "7")
          .doesNotContainKeys("Idempotency-Key", "Authorization", "CamelHttpResponseCode");
    }

    @Test
    void a_form_field_is_no_header_line() throws Exception {
      RawHttp.Answer answer =
          http.send(
              "POST /v1/tickets",
              List.of("Content-Type: application/x-www-form-urlencoded"),
              "Idempotency-Key=k&CamelHttpResponseCode=204".getBytes(StandardCharsets.UTF_8));

      assertThat(answer.status()).isEqualTo(415);
      assertThat(SEEN.take()).doesNotContainKeys("Idempotency-Key", "CamelHttpResponseCode");
    }
  }

  @Nested
  @DisplayName("Only allowed header lines leave")
  class Outwards {

    @Test
    void the_rest_of_the_message_stays_inside() throws Exception {
      RawHttp.Answer answer =
          http.send(
              "GET /out/7",
              List.of("Authorization: Bearer secret", "traceparent: 00-1"),
              new byte[0]);

      assertThat(answer.status()).isEqualTo(299);
      assertThat(answer.body()).isEqualTo("done");
      assertThat(answer.headers().keySet())
          .containsExactlyInAnyOrder(
              "allow",
              "accept-encoding",
              "cache-control",
              "connection",
              "content-length",
              "content-type",
              "etag",
              "idempotent-replayed",
              "location",
              "preference-applied",
              "retry-after",
              "www-authenticate",
              "x-content-type-options");
    }
  }

  @Nested
  @DisplayName("Contract 6: the key as it truly arrives")
  class Keys {

    @ParameterizedTest
    @CsvSource(
        delimiter = '|',
        quoteCharacter = '`',
        value = {"abc|abc", "\"abc\"|abc", "` \t abc \t `|abc", "';--|';--", "<script>|<script>"})
    void a_good_key_is_read(String header, String key) throws Exception {
      assertThat(post("Idempotency-Key:" + header).body()).isEqualTo("C-0022 " + key);
    }

    @Test
    void without_the_line_there_is_no_key() throws Exception {
      assertThat(post("Accept: */*").body()).isEqualTo("C-0022 -");
    }

    @ParameterizedTest(name = "H06, H08, Q66: [{0}]")
    @ValueSource(strings = {"", " ", "    ", "\t", "\"\"", "a\tb", "a b", "\"a"})
    void a_blank_or_broken_key_is_refused(String header) throws Exception {
      assertRefused(post("Idempotency-Key:" + header));
    }

    @ParameterizedTest(name = "H09: raw bytes of {0}")
    @ValueSource(strings = {"ключ-А", "ключ-Б", "é", "\uD83D\uDE00", "\"ключ\"", "\u0101"})
    void a_key_beyond_ascii_is_refused(String key) throws Exception {
      assertRefused(post("Idempotency-Key: " + key));
    }

    @Test
    void two_lines_are_refused_even_when_they_are_equal() throws Exception {
      assertRefused(post("Idempotency-Key: a\r\nidempotency-key: a"));
    }

    @ParameterizedTest(name = "H07: {0} characters")
    @CsvSource({"255,202", "256,400", "4000,400", "9000,431"})
    void a_long_key_is_refused(int length, int status) throws Exception {
      assertThat(post("Idempotency-Key: " + "k".repeat(length)).status()).isEqualTo(status);
    }

    private RawHttp.Answer post(String header) throws IOException {
      return http.send("POST /v1/tickets", List.of(JSON, header), TICKET);
    }

    private void assertRefused(RawHttp.Answer answer) {
      assertThat(answer.status()).isEqualTo(400);
      assertThat(answer.code()).isEqualTo("idempotency_key_invalid");
    }
  }

  @Nested
  @DisplayName("Contract 11: refusals as a client sees them")
  class Refusals {

    @Test
    void are_problem_json_without_anything_of_the_request() throws Exception {
      RawHttp.Answer answer =
          http.send(
              "POST /v1/tickets",
              List.of(JSON, "Authorization: Bearer secret"),
              "{\"subject\":7}".getBytes(StandardCharsets.UTF_8));

      assertThat(answer.status()).isEqualTo(422);
      assertThat(answer.headers().keySet())
          .containsExactlyInAnyOrder("connection", "content-length", "content-type");
      assertThat(answer.headers()).containsEntry("content-type", "application/problem+json");
      assertThat(answer.body())
          .startsWith("{\"type\":\"urn:sorting-office:problem:invalid_request\"")
          .contains("{\"pointer\":\"/subject\",\"code\":\"wrong_type\"");
    }

    @ParameterizedTest(name = "H22: Content-Encoding: {0}")
    @ValueSource(strings = {"gzip", "br"})
    void a_compressed_body_is_told_the_encoding_that_is_taken(String encoding) throws Exception {
      RawHttp.Answer answer =
          http.send("POST /v1/tickets", List.of(JSON, "Content-Encoding: " + encoding), TICKET);

      assertThat(answer.status()).isEqualTo(415);
      assertThat(answer.headers()).containsEntry("accept-encoding", "identity");
    }

    @ParameterizedTest
    @ValueSource(
        strings = {
          "application/json; charset=no-such-charset",
          "application/json; charset=utf-16",
          "multipart/form-data; boundary=x",
          "text/plain",
          ";;;",
          "application/json\r\nContent-Type: application/json"
        })
    void a_strange_content_type_is_415(String type) throws Exception {
      RawHttp.Answer answer =
          http.send("POST /v1/tickets", List.of("Content-Type: " + type), TICKET);

      assertThat(answer.status()).isEqualTo(415);
      assertThat(answer.code()).isEqualTo("unsupported_media_type");
    }

    @Test
    void a_query_parameter_is_400() throws Exception {
      RawHttp.Answer answer = http.send("POST /v1/tickets?dry_run=1", List.of(JSON), TICKET);

      assertThat(answer.status()).isEqualTo(400);
      assertThat(answer.code()).isEqualTo("unknown_parameter");
    }

    @Test
    void an_unknown_failure_shows_no_insides() throws Exception {
      RawHttp.Answer answer = http.send("GET /broken", List.of(), new byte[0]);

      assertThat(answer.status()).isEqualTo(500);
      assertThat(answer.code()).isEqualTo("internal_error");
      assertThat(answer.body()).doesNotContain("secret").doesNotContain("Exception");
      assertThat(answer.headers()).doesNotContainKey("location");
    }

    @ParameterizedTest(name = "H26: {0} bytes")
    @CsvSource({"100,202", "200000,202", "262144,202", "262145,413", "300000,413"})
    void a_body_arrives_whole_up_to_the_limit(int size, int status) throws Exception {
      byte[] padded = Arrays.copyOf(TICKET, size);
      Arrays.fill(padded, TICKET.length, size, (byte) ' ');

      assertThat(http.send("POST /v1/tickets", List.of(JSON), padded).status()).isEqualTo(status);
    }

    @Test
    void a_body_keeps_every_byte_on_its_way_in() throws Exception {
      byte[] exotic =
          "{\"customer_id\":\"\uD83D\uDE00ключ\",\"subject\":\"s\",\"body\":\"b\"}"
              .getBytes(StandardCharsets.UTF_8);

      assertThat(http.send("POST /v1/tickets", List.of(JSON), exotic).body())
          .isEqualTo("\uD83D\uDE00ключ -");
    }
  }

  private static final class Routes extends RouteBuilder {

    private final TicketReader reader = new TicketReader(IntakeLimits.defaults());

    @Override
    public void configure() {
      onException(Throwable.class)
          .handled(true)
          .process(new ProblemAnswer(new ProblemDiagnosis(), new ProblemJson()));

      from("platform-http:/v1/tickets?httpMethodRestrict=POST&headerFilterStrategy=#door")
          .process(this::note)
          .process(this::read);

      from("platform-http:/v1/jobs/{id}?httpMethodRestrict=GET&headerFilterStrategy=#door")
          .process(this::note)
          .removeHeaders("*")
          .setBody(constant("seen"));

      from("platform-http:/out/{id}?httpMethodRestrict=GET&headerFilterStrategy=#door")
          .process(this::leaveEverythingOnTheMessage);

      from("platform-http:/broken?headerFilterStrategy=#door")
          .process(
              exchange -> {
                exchange.getMessage().setHeader("Location", "/v1/jobs/of-somebody-else");
                throw new IllegalStateException("secret");
              });
    }

    private void note(Exchange exchange) {
      Map<String, Object> seen = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
      seen.putAll(exchange.getMessage().getHeaders());
      SEEN.add(seen);
    }

    private void read(Exchange exchange) {
      Message message = exchange.getMessage();
      var key = IdempotencyKey.parse(message.getHeader("Idempotency-Key"));
      TicketRequest ticket =
          reader.read(
              message.getBody(byte[].class),
              message.getHeader("Content-Type", String.class),
              message.getHeader("Content-Encoding", String.class),
              message.getHeader(Exchange.HTTP_RAW_QUERY, String.class));
      message.removeHeaders("*");
      message.setHeader(Exchange.HTTP_RESPONSE_CODE, 202);
      String answer = ticket.customerId() + " " + key.map(IdempotencyKey::value).orElse("-");
      message.setBody(answer.getBytes(StandardCharsets.UTF_8));
    }

    private void leaveEverythingOnTheMessage(Exchange exchange) {
      Message message = exchange.getMessage();
      List<String> names =
          new ArrayList<>(
              List.of(
                  "Location", "Retry-After", "Idempotent-Replayed", "Allow", "accept-encoding"));
      names.addAll(List.of("ETag", "Cache-Control", "Preference-Applied"));
      names.addAll(List.of("X-Content-Type-Options", "WWW-Authenticate"));
      names.addAll(List.of("X-Internal", "Cookie", "CamelInternal", "jobId", "Server"));
      names.forEach(name -> message.setHeader(name, "x"));
      message.setHeader(Exchange.HTTP_RESPONSE_CODE, 299);
      message.setHeader(Exchange.CONTENT_TYPE, "text/plain");
      message.setBody("done".getBytes(StandardCharsets.UTF_8));
    }
  }
}
