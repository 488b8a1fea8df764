package org.sortingoffice.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sortingoffice.contract.IntakeContractTest.assertProblem;
import static org.sortingoffice.testing.RunningOffice.json;
import static org.sortingoffice.testing.RunningOffice.ticket;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sortingoffice.testing.RawConnection;
import org.sortingoffice.testing.RawConnection.Answer;
import org.sortingoffice.testing.RunningOffice;
import org.sortingoffice.testing.TestRows;

/**
 * What went wrong elsewhere, sent to the whole of the application: keys, texts, encodings, sizes,
 * headers. Nothing that is refused leaves a row behind.
 */
class IntakeFieldCasesTest {
  private static final String TICKET = ticket("C-0022", "Late parcel", "Where is it?");
  private static final int THREADS = 8;

  private static RunningOffice office;
  private static TestRows rows;

  @BeforeAll
  static void start() {
    office =
        RunningOffice.start(
            "contract_field_cases",
            Map.of("app.roles", "api", "http.threads", String.valueOf(THREADS)));
    rows = office.rows();
  }

  @AfterAll
  static void stop() {
    office.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "     ", "\t", "\"\"", " \"\" ", "\" \""})
  void aBlankKeyIsInvalidAndNotAbsent_H06_Q66(String key) throws IOException {
    long before = rows.count("tickets");

    Answer answer = post("Idempotency-Key:" + key, TICKET);

    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.body()).contains("\"idempotency_key_invalid\"");
    assertThat(rows.count("tickets")).isEqualTo(before);
  }

  @ParameterizedTest
  @CsvSource({"255, 202", "256, 400", "300, 400", "9000, 431"})
  void theLengthOfAKeyIsLimited_H07(int length, int status) throws IOException {
    assertThat(post("Idempotency-Key: " + "k".repeat(length), TICKET).status()).isEqualTo(status);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"../../x", "%0aERROR", "<script>alert(1)</script>", "';--", "${jndi:x}", "\\\\"})
  void aKeyIsDataWhateverItLooksLike_H08(String key) {
    long job = json(office.postTicket(key, TICKET)).path("job_id").asLong();

    assertThat(rows.value("select idempotency_key from jobs where id = ?", job)).isEqualTo(key);
    assertThat(office.postTicket(key, TICKET).headers().firstValue("Idempotent-Replayed"))
        .hasValue("true");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a\tb", "'; --", "a b", "\"a", "a\u007fb"})
  void aKeyHasOnlyVisibleCharacters_H08(String key) throws IOException {
    assertThat(post("Idempotency-Key: " + key, TICKET).status()).isEqualTo(400);
  }

  @ParameterizedTest
  @ValueSource(strings = {"UTF-8", "ISO-8859-5", "KOI8-R"})
  void keysBeyondAsciiAreRefusedAndNeverMixedUp_H09(String charset) throws IOException {
    long before = rows.count("tickets");

    Answer a = post("Idempotency-Key: ключ-А", ticket("C-0022", "one", "b"), charset);
    Answer b = post("Idempotency-Key: ключ-Б", ticket("C-0022", "two", "b"), charset);

    assertThat(List.of(a.status(), b.status())).containsExactly(400, 400);
    assertThat(a.body()).contains("\"idempotency_key_invalid\"").isEqualTo(b.body());
    assertThat(rows.count("tickets")).isEqualTo(before);
  }

  @Test
  void theSameMeaningInOtherBytesIsReplayed_H12_Q64() {
    long first =
        json(office.postTicket("h12", withMetadata("caf\u00e9", "1"))).at("/job_id").asLong();

    for (String spelling :
        List.of(
            withMetadata("caf\\u00e9", "1"),
            " {\"metadata\":{ \"priority\" : 1 },\n\t\"body\":\"b\",\"subject\":\"caf\\u00E9\","
                + "\"customer_id\":\"C\\u002d0022\"} ",
            withMetadata("caf\u00e9", "1.0"))) {
      HttpResponse<String> again = office.postTicket("h12", spelling);

      assertThat(again.statusCode()).as(spelling).isEqualTo(202);
      assertThat(again.headers().firstValue("Idempotent-Replayed")).hasValue("true");
      assertThat(json(again).path("job_id").asLong()).isEqualTo(first);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"1\"", "10", "null", "[1]", "true"})
  void anotherValueIsAnotherBody_H12_Q64(String priority) {
    String key = "h12-other-" + priority.replace("\"", "q");
    office.postTicket(key, withMetadata("s", "1"));
    long before = rows.count("tickets");

    assertProblem(
        office.postTicket(key, withMetadata("s", priority)), 422, "idempotency_key_reused");
    assertThat(rows.count("tickets")).isEqualTo(before);
    assertThat(office.postTicket(key, withMetadata("s", "1")).statusCode()).isEqualTo(202);
  }

  @Test
  void twoFormsOfOneLetterAreTwoTexts_H12() {
    office.postTicket("h12-form", ticket("C-0022", "caf\u00e9", "b"));

    assertProblem(
        office.postTicket("h12-form", ticket("C-0022", "cafe\u0301", "b")),
        422,
        "idempotency_key_reused");
  }

  @Test
  void anotherCustomersKeyIsNoBusinessOfOurs_H11_Q64() {
    office.postTicket("order-2026-0001", ticket("C-0003", "squatted", "b"));

    HttpResponse<String> ours = office.postTicket("order-2026-0001", ticket("C-0022", "ours", "b"));

    assertThat(ours.statusCode()).isEqualTo(202);
    assertThat(ours.headers().firstValue("Idempotent-Replayed")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"succeeded", "failed", "dead_letter", "cancelled"})
  void aKeyStaysBoundHoweverItsJobEndedAndHoweverLongAgo_contract10(String state) {
    String key = "life-" + state;
    long job = json(office.postTicket(key, TICKET)).path("job_id").asLong();
    rows.change(
        "update jobs set state = ?, created_at = now() - interval '31 days', finished_at = now() - interval '31 days'"
            + " where id = ?",
        state,
        job);

    HttpResponse<String> again = office.postTicket(key, TICKET);

    assertThat(again.statusCode()).isEqualTo(202);
    assertThat(again.headers().firstValue("Idempotent-Replayed")).hasValue("true");
    assertThat(json(again).path("job_id").asLong()).isEqualTo(job);
    assertThat(json(again).path("state").asText()).isEqualTo(state);
  }

  @Test
  void aKeyGoesWithItsJob_contract10() {
    long job = json(office.postTicket("gone-1", TICKET)).path("job_id").asLong();
    rows.change("delete from jobs where id = ?", job);

    HttpResponse<String> afresh = office.postTicket("gone-1", TICKET);

    assertThat(afresh.statusCode()).isEqualTo(202);
    assertThat(afresh.headers().firstValue("Idempotent-Replayed")).isEmpty();
    assertThat(json(afresh).path("job_id").asLong()).isNotEqualTo(job);
  }

  @ParameterizedTest
  @ValueSource(strings = {"late\\u0000parcel", "broken \\ud83d", "\\ude00 first", "\\ud83d\\ud83d"})
  void whatCannotBeStoredIsRefusedBeforeAnyWrite_H17_H18(String text) {
    long before = rows.count("tickets");

    for (String member : List.of("subject", "body")) {
      String other = member.equals("subject") ? "body" : "subject";
      HttpResponse<String> answer =
          office.postTicket(
              null,
              "{\"customer_id\":\"C-0022\",\"%s\":\"%s\",\"%s\":\"fine\"}"
                  .formatted(member, text, other));

      assertProblem(answer, 422, "invalid_request");
      assertThat(json(answer).at("/errors/0/pointer").asText()).isEqualTo("/" + member);
    }
    assertThat(rows.count("tickets")).isEqualTo(before);
  }

  @Test
  void aWholePairIsKept_H18() {
    JsonNode accepted =
        json(
            office.postTicket(
                null,
                "{\"customer_id\":\"C-0022\",\"subject\":\"s\",\"body\":\"ok \\ud83d\\ude00\"}"));

    assertThat(json(office.get(accepted.at("/links/ticket").asText())).path("body").asText())
        .isEqualTo("ok \uD83D\uDE00");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"customer_id\":\"C-0022\",\"customer_id\":\"C-0003\",\"subject\":\"x\",\"body\":\"y\"}",
        "{\"customer_id\":\"C-0022\",\"customer_id\":\"C-0022\",\"subject\":\"x\",\"body\":\"y\"}",
        "{\"customer_id\":\"C-0022\",\"subject\":\"x\",\"body\":\"y\",\"b\\u006fdy\":\"z\"}",
        "{\"customer_id\":\"C-0022\",\"subject\":\"x\",\"body\":\"y\",\"metadata\":{\"a\":{\"b\":1,\"b\":2}}}"
      })
  void aMemberMayComeOnce_H20(String body) {
    assertProblem(office.postTicket(null, body), 400, "duplicate_member");
  }

  @Test
  void aCompressedTicketIsToldWhatIsTaken_H22_H23() throws IOException {
    byte[] plain = TICKET.getBytes(StandardCharsets.UTF_8);
    byte[] bomb = gzip(new byte[60_000_000]);
    assertThat(bomb.length).isBetween(40_000, 80_000);

    assertNotUnpacked("gzip", gzip(plain));
    assertNotUnpacked("gzip", plain);
    assertNotUnpacked("br", plain);
    assertNotUnpacked("deflate, gzip", gzip(plain));
    assertNotUnpacked("gzip", bomb);
  }

  @Test
  void compressedBytesWithoutTheirHeaderAreNoJson_H22() throws IOException {
    HttpResponse<String> answer = post(gzip(TICKET.getBytes(StandardCharsets.UTF_8)), null);

    assertProblem(answer, 400, "unreadable_json");
    assertThat(answer.body()).matches("\\p{Print}+");
  }

  @Test
  void aBodyOfFiveMegabytesIsTooLarge_H23_Q29() {
    HttpResponse<String> answer =
        office.postTicket("large-1", ticket("C-0022", "s", "x".repeat(5_000_000)));

    assertProblem(answer, 413, "body_too_large");
    assertThat(answer.headers().firstValue("Connection")).hasValue("close");
    HttpResponse<String> small = office.postTicket("large-1", TICKET);
    assertThat(small.statusCode()).isEqualTo(202);
    assertThat(small.headers().firstValue("Idempotent-Replayed")).isEmpty();
  }

  @Test
  void aBodyWithoutEndIsReadNoFurtherThanTheLimit_H23_Q29() throws IOException {
    byte[] chunk = ("8000\r\n" + "x".repeat(0x8000) + "\r\n").getBytes(StandardCharsets.UTF_8);
    try (RawConnection client = connect()) {
      client.write(head("Transfer-Encoding: chunked"));
      for (int sent = 0; sent <= 262_144; sent += 0x8000) {
        client.write(chunk);
      }
      Answer answer = client.answer();

      assertThat(answer.status()).as("with the body still under way").isEqualTo(413);
      assertThat(answer.body()).contains("\"body_too_large\"");
      assertThat(answer.header("Connection")).hasValue("close");
      assertThat(client.rest()).as("the connection is closed").isEmpty();
    }
  }

  @Test
  void bodiesUnderWayHoldUpNobody_Q29() throws IOException {
    long job = json(office.postTicket(null, TICKET)).path("job_id").asLong();
    List<RawConnection> slow = new ArrayList<>();
    try {
      for (int i = 0; i < 5 * THREADS; i++) {
        slow.add(connect().write(head("Content-Length: 200000")).write("x".repeat(100_000)));
      }

      assertThat(office.post("/v1/jobs/" + job + "/cancel").statusCode()).isEqualTo(202);
      assertProblem(office.post("/v1/jobs/" + job + "/retry"), 409, "job_not_retryable");
    } finally {
      for (RawConnection client : slow) {
        client.close();
      }
    }
  }

  @Test
  void deepLongAndManyAreRefusedAndNoThreadIsLost_H24() {
    String members =
        IntStream.range(0, 10_000)
            .mapToObj(i -> "\"m" + i + "\":0")
            .collect(Collectors.joining(","));
    Map<String, Integer> bodies =
        Map.of(
            "[".repeat(100_000),
            400,
            "{\"a\":".repeat(40_000),
            400,
            "9".repeat(200_000),
            400,
            "-1e" + "9".repeat(90),
            422,
            "9".repeat(1_000_000),
            413,
            "{" + members + "}",
            400);

    List<CompletableFuture<HttpResponse<String>>> all = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      bodies.keySet().forEach(body -> all.add(office.sendAsync(office.ticketRequest(null, body))));
    }

    assertThat(all.stream().map(answer -> answer.join().statusCode()))
        .allMatch(status -> status == 400 || status == 413 || status == 422);
    bodies.forEach(
        (body, status) ->
            assertThat(office.postTicket(null, body).statusCode())
                .as(body.substring(0, 5))
                .isEqualTo(status));
    assertThat(office.postTicket(null, TICKET).statusCode()).isEqualTo(202);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "CAmelHttpResponseCode: 204",
        "CamelHttpQuery: dry_run=1",
        "CamelHttpRawQuery: dry_run=1",
        "CamelHttpMethod: DELETE",
        "CamelHttpUri: /v1/jobs",
        "CamelHttpPath: /v1/jobs",
        "CamelHttpCharacterEncoding: utf-16",
        "CamelCharsetName: utf-16",
        "CamelBeanMethodName: hashCode",
        "camelbeanmethodname: x",
        "CAmelFileName: /etc/passwd",
        "CamelSqlQuery: drop table jobs",
        "CamelSqlParameters: x",
        "CamelSqlRetrieveGeneratedKeys: true",
        "CamelIdempotentKey: other",
        "CamelDuplicateMessage: true",
        "CamelExceptionCaught: x",
        "CamelRedelivered: true",
        "CamelSlipEndpoint: direct:x",
        "CamelVertxHttpUri: http://127.0.0.1:1",
        "CamelToEndpoint: direct:x",
        "JMSReplyTo: x",
        "request: x",
        "variable.request: x",
        "acceptance: x",
        "jobId: 1",
        "id: 1",
        "Location: /elsewhere",
        "Retry-After: 99999",
        "Idempotent-Replayed: true",
        "X-Forwarded-Host: evil.example",
        "Set-Cookie: a=b",
        "X-Http-Method-Override: DELETE"
      })
  void aHeaderThatSteersDoesNothing_H25(String line) throws IOException {
    Answer answer = post("Idempotency-Key: steered\r\n" + line, TICKET);

    assertThat(answer.status()).isEqualTo(202);
    String job = "/v1/jobs/" + answer.body().replaceAll(".*\"job_id\":(\\d+).*", "$1");
    assertThat(answer.header("Location")).hasValue(job);
    assertThat(answer.header("Retry-After")).hasValue("1");
    assertThat(answer.names())
        .containsOnlyOnce("location", "retry-after", "content-type")
        .isSubsetOf(
            "location",
            "retry-after",
            "content-type",
            "content-length",
            "idempotent-replayed",
            "x-content-type-options",
            "cache-control");
    assertThat(rows.count("jobs where idempotency_key = 'steered'")).isEqualTo(1);
  }

  @Test
  void theJobInThePathIsMeantAndNoOther_H25() {
    long meant = json(office.postTicket(null, TICKET)).path("job_id").asLong();
    long other = json(office.postTicket(null, TICKET)).path("job_id").asLong();

    String path = "/v1/jobs/" + meant + "/cancel";
    HttpResponse<String> byQuery =
        office.send(
            office
                .request(path + "?id=" + other + "&jobId=" + other)
                .POST(BodyPublishers.noBody()));
    assertThat(byQuery.statusCode()).isEqualTo(400);

    HttpResponse<String> answer =
        office.send(
            office
                .request(path)
                .header("id", String.valueOf(other))
                .header("jobId", String.valueOf(other))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString("id=" + other + "&jobId=" + other)));

    assertThat(json(answer).path("job_id").asLong()).isEqualTo(meant);
    assertThat(office.job(meant).path("state").asText()).isEqualTo("cancelled");
    assertThat(office.job(other).path("state").asText()).isEqualTo("queued");
  }

  private static String withMetadata(String subject, String priority) {
    return "{\"customer_id\":\"C-0022\",\"subject\":\"%s\",\"body\":\"b\",\"metadata\":{\"priority\":%s}}"
        .formatted(subject, priority);
  }

  private static void assertNotUnpacked(String encoding, byte[] body) {
    HttpResponse<String> answer = post(body, encoding);

    assertProblem(answer, 415, "unsupported_encoding");
    assertThat(answer.headers().firstValue("Accept-Encoding")).hasValue("identity");
    assertThat(answer.body()).matches("\\p{Print}+").doesNotContain("Late parcel");
  }

  private static HttpResponse<String> post(byte[] body, String encoding) {
    var request =
        office
            .request("/v1/tickets")
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofByteArray(body));
    return office.send(encoding == null ? request : request.header("Content-Encoding", encoding));
  }

  private static byte[] gzip(byte[] plain) throws IOException {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (OutputStream gzip = new GZIPOutputStream(packed)) {
      gzip.write(plain);
    }
    return packed.toByteArray();
  }

  private static Answer post(String headerLines, String body) throws IOException {
    return post(headerLines, body, "UTF-8");
  }

  /** Posts with header lines in this charset, byte by byte as they are written here. */
  private static Answer post(String headerLines, String body, String charset) throws IOException {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    try (RawConnection client = connect()) {
      client.write(
          head(headerLines + "\r\nContent-Length: " + bytes.length)
              .getBytes(Charset.forName(charset)));
      return client.write(bytes).answer();
    }
  }

  private static String head(String headerLines) {
    return "POST /v1/tickets HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        + headerLines
        + "\r\n\r\n";
  }

  private static RawConnection connect() throws IOException {
    return new RawConnection(office.office().api().getPort());
  }
}
