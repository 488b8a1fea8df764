package org.sortingoffice.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sortingoffice.contract.IntakeContractTest.assertProblem;
import static org.sortingoffice.testing.RunningOffice.json;
import static org.sortingoffice.testing.RunningOffice.ticket;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sortingoffice.testing.RawConnection;
import org.sortingoffice.testing.RunningOffice;

/**
 * Contract 11 at the edges of the HTTP server: whatever comes in, the answer is a problem that
 * gives nothing away.
 */
class HttpEdgesContractTest {
  private static final String MARK = "Xq7ZmarkZ7qX";

  private static RunningOffice office;

  @BeforeAll
  static void start() {
    office =
        RunningOffice.start(
            "contract_edges",
            Map.of(
                "app.roles", "api",
                "http.request.timeout.seconds", "1",
                "http.idle.seconds", "4"));
  }

  @AfterAll
  static void stop() {
    office.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/",
        "/nope",
        "/v1",
        "/v1/tickets/T-500001/x",
        "/v2/tickets",
        "/application.properties"
      })
  void anUnknownPathIsNotFound(String path) {
    assertProblem(office.get(path), 404, "not_found");
  }

  @ParameterizedTest
  @CsvSource({
    "GET, /v1/tickets, POST",
    "GET, /v1/tickets/, POST",
    "DELETE, /v1/jobs/1, GET",
    "PUT, /v1/tickets/T-500001, GET",
    "OPTIONS, /v1/tickets, POST",
    "GET, /v1/jobs/1/retry, POST",
    "POST, /v1/jobs, GET"
  })
  void anotherMethodIsRefusedWithThoseThatAreTaken(String method, String path, String allowed) {
    HttpResponse<String> answer =
        office.send(office.request(path).method(method, BodyPublishers.noBody()));

    assertProblem(answer, 405, "method_not_allowed");
    assertThat(answer.headers().firstValue("Allow")).hasValue(allowed);
  }

  @Test
  void everyAnswerIsNeitherSniffedNorStored() {
    for (HttpResponse<String> answer :
        List.of(office.get("/health/live"), office.get("/nope"), office.postTicket(null, "{}"))) {
      assertThat(answer.headers().firstValue("X-Content-Type-Options")).hasValue("nosniff");
      assertThat(answer.headers().firstValue("Cache-Control")).hasValue("no-store");
    }
  }

  @Test
  void aBodyOverTheLimitIsRefusedBeforeItIsReadWhole_H23_Q29() throws IOException {
    String answer = sendForever("Content-Length: 5000000\r\n", new byte[0]);
    assertThat(answer)
        .startsWith("HTTP/1.1 413 ")
        .contains("\"body_too_large\"")
        .containsIgnoringCase("connection: close");
  }

  @Test
  void aBodyWithoutLengthAndEndIsRefused_H23() throws IOException {
    byte[] chunk = ("10000\r\n" + "x".repeat(0x10000) + "\r\n").getBytes(StandardCharsets.UTF_8);

    String answer = sendForever("Transfer-Encoding: chunked\r\n", chunk);

    assertThat(answer).startsWith("HTTP/1.1 413 ").contains("\"body_too_large\"");
  }

  @Test
  void aConnectionOnWhichNothingMovesIsClosed() throws IOException {
    try (RawConnection connection = new RawConnection(office.office().api().getPort())) {
      connection.write("POST /v1/tickets HTTP/1.1\r\nHost: localhost\r\nIdempotency-");

      assertThat(connection.rest()).as("until it is closed").isEmpty();
    }
  }

  @Test
  void aBodyThatDoesNotArriveIsGivenUp_H23() throws IOException {
    String answer = sendForever("Content-Length: 100\r\n", new byte[0]);

    assertThat(answer)
        .startsWith("HTTP/1.1 408 ")
        .contains("\"request_timeout\"")
        .containsIgnoringCase("connection: close");
  }

  @Test
  void aCompressedBodyIsRefusedAndNeverUnpacked_H22_H23() throws IOException {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
      byte[] block = new byte[1 << 20];
      Arrays.fill(block, (byte) ' ');
      for (int i = 0; i < 60; i++) {
        gzip.write(block);
      }
    }
    for (String encoding : List.of("gzip", "br")) {
      HttpResponse<String> answer =
          office.send(
              office
                  .request("/v1/tickets")
                  .header("Content-Type", "application/json")
                  .header("Content-Encoding", encoding)
                  .POST(BodyPublishers.ofByteArray(packed.toByteArray())));

      assertProblem(answer, 415, "unsupported_encoding");
      assertThat(answer.headers().firstValue("Accept-Encoding")).hasValue("identity");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "text/plain",
        "application/xml",
        "multipart/form-data; boundary=x",
        "application/json; charset=latin1"
      })
  void anotherMediaTypeIsRefused(String type) {
    HttpResponse<String> answer =
        office.send(
            office
                .request("/v1/tickets")
                .header("Content-Type", type)
                .POST(BodyPublishers.ofString(ticket("C", "s", "b"))));

    assertProblem(answer, 415, "unsupported_media_type");
  }

  @Test
  void aFormIsRefusedAndNothingOfItIsWrittenToDisk() throws IOException {
    String part =
        "--x\r\n"
            + "Content-Disposition: form-data; name=\"file\"; filename=\"a.txt\"\r\n\r\n"
            + "hello\r\n"
            + "--x--\r\n";
    HttpResponse<String> answer =
        office.send(
            office
                .request("/v1/tickets")
                .header("Content-Type", "Multipart/Form-Data; boundary=x")
                .POST(BodyPublishers.ofString(part)));

    assertProblem(answer, 415, "unsupported_media_type");
    assertThat(Path.of("file-uploads")).doesNotExist();
  }

  @ParameterizedTest
  @CsvSource({"255, 202", "256, 400"})
  void aKeyMayHave255Characters_H07(int length, int status) {
    assertThat(office.postTicket("k".repeat(length), ticket("C-0022", "s", "b")).statusCode())
        .isEqualTo(status);
  }

  @Test
  void aQueryParameterIsRefusedAndTheKeyIsNotBurnt_H13() {
    String ticket = ticket("C-0022", "s", "dry");
    HttpResponse<String> dry =
        office.send(
            office
                .request("/v1/tickets?dry_run=1")
                .header("Content-Type", "application/json")
                .header("Idempotency-Key", "dry-1")
                .POST(BodyPublishers.ofString(ticket)));

    assertProblem(dry, 400, "unknown_parameter");
    HttpResponse<String> real = office.postTicket("dry-1", ticket);
    assertThat(real.statusCode()).isEqualTo(202);
    assertThat(real.headers().firstValue("Idempotent-Replayed")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"late\\u0000parcel", "broken \\ud83d", "\\ude00 first"})
  void whatCannotBeStoredIsRefusedAtItsPlace_H17_H18(String subject) {
    HttpResponse<String> answer =
        office.postTicket(
            null,
            "{\"customer_id\":\"C-0022\",\"subject\":\"%s\",\"body\":\"b\"}".formatted(subject));

    assertProblem(answer, 422, "invalid_request");
    assertThat(json(answer).at("/errors/0/pointer").asText()).isEqualTo("/subject");
  }

  @Test
  void allThatIsWrongIsToldAtOnce() {
    HttpResponse<String> answer =
        office.postTicket(null, "{\"customer_id\":7,\"subject\":\"\",\"extra\":1}");

    assertProblem(answer, 422, "invalid_request");
    assertThat(json(answer).path("errors").findValuesAsText("pointer"))
        .containsExactlyInAnyOrder("/customer_id", "/subject", "/body", "/extra");
  }

  @Test
  void deepNestingAndLongNumbersAreRefused_H24() {
    assertProblem(office.postTicket(null, "[".repeat(100_000)), 400, "unreadable_json");
    assertProblem(
        office.postTicket(null, "{\"customer_id\":" + "9".repeat(200_000) + "}"),
        400,
        "unreadable_json");
    assertThat(office.get("/health/live").statusCode()).isEqualTo(200);
  }

  @Test
  void nothingOfTheRequestComesBackInAProblem() throws IOException {
    String[] requests = {
      "GET /" + MARK + " HTTP/1.1\r\n",
      "GET /v1/jobs/" + MARK + " HTTP/1.1\r\n",
      "GET /v1/tickets/T-" + MARK + "?" + MARK + "=1 HTTP/1.1\r\n",
      "POST /v1/tickets?" + MARK + "=1 HTTP/1.1\r\n",
      "POST /v1/tickets HTTP/1.1\r\nContent-Encoding: " + MARK + "\r\n",
      "POST /v1/tickets HTTP/1.1\r\nIdempotency-Key: "
          + MARK
          + " "
          + MARK
          + "\r\nContent-Type: application/json\r\n",
      "POST /v1/tickets HTTP/1.1\r\nContent-Type: application/json\r\n",
      "POST /v1/jobs/" + MARK + "/retry HTTP/1.1\r\n",
      "GET /v1/jobs?" + MARK + "=" + MARK + " HTTP/1.1\r\n"
    };
    String body = "{\"customer_id\":\"" + MARK + "\u0000\",\"" + MARK + "\":1}";
    for (String request : requests) {
      String answer =
          exchange(
              request + "X-Secret: " + MARK + "\r\nAuthorization: Bearer " + MARK + "\r\n", body);

      assertThat(answer)
          .startsWith("HTTP/1.1 4")
          .contains("application/problem+json")
          .doesNotContain("Exception");
      // A member's name is told as part of a pointer, since it is what has to be mended; nothing
      // else is.
      assertThat(answer.replace("\"/" + MARK + "\"", "")).doesNotContain(MARK);
    }
  }

  @Test
  void pipelinedRequestsAreAnsweredInOrderAndShareNoHeaders() throws IOException {
    String first = ticket("C-0022", "one", "b");
    String head =
        "POST /v1/tickets HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n";
    String pipelined =
        head
            + "Idempotency-Key: pipe-1\r\nContent-Length: "
            + first.length()
            + "\r\n\r\n"
            + first
            + head
            + "Idempotency-Key: pipe-1\r\nContent-Length: "
            + first.length()
            + "\r\n\r\n"
            + first
            + head
            + "Content-Length: 2\r\n\r\n{}"
            + "GET /health/live HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";

    String answers = raw(pipelined);

    String[] parts = answers.split("(?=HTTP/1\\.1 )");
    assertThat(parts).hasSize(4);
    assertThat(parts[0]).startsWith("HTTP/1.1 202").doesNotContain("Idempotent-Replayed");
    assertThat(parts[1]).startsWith("HTTP/1.1 202").contains("Idempotent-Replayed: true");
    assertThat(parts[2])
        .startsWith("HTTP/1.1 422")
        .doesNotContain("Idempotent-Replayed")
        .doesNotContain("Location");
    assertThat(parts[3]).startsWith("HTTP/1.1 200").doesNotContain("Location");
  }

  private static String exchange(String requestAndHeaders, String body) throws IOException {
    int length = body.getBytes(StandardCharsets.UTF_8).length;
    return raw(
        requestAndHeaders
            + "Host: localhost\r\nConnection: close\r\nContent-Length: "
            + length
            + "\r\n\r\n"
            + body);
  }

  private static String raw(String request) throws IOException {
    try (Socket socket = connect()) {
      socket.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /** Sends a beginning and then the same piece again and again, until the server answers. */
  private static String sendForever(String header, byte[] piece) throws IOException {
    try (Socket socket = connect()) {
      OutputStream out = socket.getOutputStream();
      InputStream in = socket.getInputStream();
      out.write(
          ("POST /v1/tickets HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                  + header
                  + "\r\n")
              .getBytes(StandardCharsets.UTF_8));
      int sent = 0;
      while (piece.length > 0 && in.available() == 0 && sent < 50_000_000) {
        try {
          out.write(piece);
          sent += piece.length;
        } catch (IOException closed) {
          break;
        }
      }
      ByteArrayOutputStream answer = new ByteArrayOutputStream();
      try {
        in.transferTo(answer);
      } catch (IOException reset) {
        // What came before the reset is the answer.
      }
      assertThat(sent).as("bytes sent before the answer").isLessThan(10_000_000);
      return answer.toString(StandardCharsets.UTF_8);
    }
  }

  private static Socket connect() throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), office.office().api().getPort());
    socket.setSoTimeout(20_000);
    return socket;
  }
}
