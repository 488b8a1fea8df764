package org.sortingoffice.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sortingoffice.testing.RunningOffice.json;
import static org.sortingoffice.testing.RunningOffice.ticket;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.sortingoffice.http.Problems;
import org.sortingoffice.testing.RawConnection;
import org.sortingoffice.testing.RawConnection.Answer;
import org.sortingoffice.testing.RunningOffice;

/**
 * Contract 11: every kind of problem, brought about in a running application, has the documented
 * members and no others, and gives away nothing: not what was sent, not what failed inside, not
 * another request's headers.
 */
class ProblemsContractTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** Never a part of anything that the application says by itself. */
  private static final String MARK = "Xq7ZmarkZ7qX";

  private static final String GOOD = ticket(MARK, MARK, MARK);

  /** A request that brings about a problem. */
  private record Cause(Problems problem, String request, String body) {
    @Override
    public String toString() {
      return problem + ": " + request.lines().findFirst().orElse("");
    }
  }

  /**
   * What is not brought about here: refused credentials (PermissionsTest), what only the desk
   * refuses (DeadLetterDeskContractTest), webhooks (WebhooksContractTest), limits
   * (BackpressureContractTest, RateLimitContractTest), the database's absence (DatabaseAwayTest),
   * start and stop (HttpEdgesTest), and our own faults.
   */
  private static final Set<Problems> NOT_FROM_OUTSIDE =
      EnumSet.of(
          Problems.UNAUTHORIZED,
          Problems.PERMISSION_DENIED,
          Problems.JOB_NOT_DISCARDABLE,
          Problems.REDRIVE_NOT_FOUND,
          Problems.REDRIVE_COUNT_CHANGED,
          Problems.REDRIVE_RUNNING,
          Problems.REDRIVE_NOT_CHANGEABLE,
          Problems.WEBHOOK_NOT_FOUND,
          Problems.WEBHOOK_NOT_RETRYABLE,
          Problems.OWN_SHARE_USED_UP,
          Problems.TOO_MANY_REQUESTS,
          Problems.QUEUE_FULL,
          Problems.DATABASE_UNAVAILABLE,
          Problems.NOT_OPEN,
          Problems.INTERNAL_ERROR);

  private static RunningOffice office;
  private static Connection twin;
  private static long queued;
  private static long cancelled;

  @BeforeAll
  static void start() throws SQLException {
    office =
        RunningOffice.start(
            "contract_problems", Map.of("app.roles", "api", "http.request.timeout.seconds", "0.5"));
    queued = json(office.postTicket(MARK + "-used", ticket(MARK, "s", "b"))).at("/job_id").asLong();
    cancelled = json(office.postTicket(null, ticket(MARK, "s", "b"))).at("/job_id").asLong();
    office.post("/v1/jobs/" + cancelled + "/cancel");
    twin = holdKey(MARK + "-held");
  }

  @AfterAll
  static void stop() throws SQLException {
    twin.close();
    office.close();
  }

  static Stream<Cause> causes() {
    String post = "POST /v1/tickets HTTP/1.1\r\n";
    String json = post + "Content-Type: application/json\r\n";
    String key = json + "Idempotency-Key: ";
    return Stream.of(
        new Cause(Problems.UNREADABLE_REQUEST, json + MARK + "\r\n", GOOD),
        new Cause(Problems.UNREADABLE_REQUEST, "GET /" + MARK + "%zz HTTP/1.1\r\n", ""),
        new Cause(Problems.UNREADABLE_JSON, json, "{\"" + MARK + "\":" + MARK),
        new Cause(Problems.UNREADABLE_JSON, json, "[".repeat(30) + "\"" + MARK + "\""),
        new Cause(Problems.UNREADABLE_JSON, json, MARK),
        new Cause(
            Problems.DUPLICATE_MEMBER,
            json,
            "{\"" + MARK + "\":1,\"" + MARK + "\":\"" + MARK + "\"}"),
        new Cause(
            Problems.UNKNOWN_PARAMETER,
            json.replace("tickets", "tickets?" + MARK + "=" + MARK),
            GOOD),
        new Cause(Problems.UNKNOWN_PARAMETER, "GET /v1/jobs?" + MARK + "=1 HTTP/1.1\r\n", ""),
        new Cause(Problems.UNKNOWN_PARAMETER, "GET /v1/jobs?state=" + MARK + " HTTP/1.1\r\n", ""),
        new Cause(Problems.IDEMPOTENCY_KEY_INVALID, key + MARK + " " + MARK + "\r\n", GOOD),
        new Cause(
            Problems.IDEMPOTENCY_KEY_INVALID,
            key + MARK + "1\r\nIdempotency-Key: " + MARK + "2\r\n",
            GOOD),
        new Cause(
            Problems.INVALID_REQUEST,
            json,
            "{\"customer_id\":\"" + MARK + "\\u0000\",\"subject\":[\"" + MARK + "\"]}"),
        new Cause(Problems.IDEMPOTENCY_KEY_REUSED, key + MARK + "-used\r\n", GOOD),
        new Cause(
            Problems.TICKET_NOT_FOUND,
            "GET /v1/tickets/" + MARK + "?" + MARK + " HTTP/1.1\r\n",
            ""),
        new Cause(Problems.TICKET_NOT_FOUND, "GET /v1/tickets/T-999999999 HTTP/1.1\r\n", ""),
        new Cause(Problems.JOB_NOT_FOUND, "GET /v1/jobs/" + MARK + " HTTP/1.1\r\n", ""),
        new Cause(Problems.JOB_NOT_FOUND, "POST /v1/jobs/" + MARK + "/retry HTTP/1.1\r\n", ""),
        new Cause(Problems.JOB_NOT_FOUND, "POST /v1/jobs/987654/cancel HTTP/1.1\r\n", ""),
        new Cause(Problems.NOT_FOUND, "GET /" + MARK + "/" + MARK + " HTTP/1.1\r\n", ""),
        new Cause(Problems.NOT_FOUND, "POST /application.properties HTTP/1.1\r\n", MARK),
        new Cause(Problems.METHOD_NOT_ALLOWED, "DELETE /v1/jobs/" + MARK + " HTTP/1.1\r\n", ""),
        new Cause(Problems.METHOD_NOT_ALLOWED, MARK + " /v1/tickets HTTP/1.1\r\n", MARK),
        new Cause(Problems.FOREIGN_PAGE, json + "Sec-Fetch-Site: cross-site\r\n", GOOD),
        new Cause(Problems.REQUEST_TIMEOUT, json, null),
        new Cause(Problems.REQUEST_IN_PROGRESS, key + MARK + "-held\r\n", GOOD),
        new Cause(
            Problems.JOB_NOT_RETRYABLE, "POST /v1/jobs/" + queued + "/retry HTTP/1.1\r\n", ""),
        new Cause(
            Problems.JOB_NOT_CANCELLABLE,
            "POST /v1/jobs/" + cancelled + "/cancel HTTP/1.1\r\n",
            ""),
        new Cause(Problems.BODY_TOO_LARGE, json, GOOD + MARK.repeat(25_000)),
        new Cause(Problems.ADDRESS_TOO_LONG, "GET /" + MARK.repeat(400) + " HTTP/1.1\r\n", ""),
        new Cause(
            Problems.UNSUPPORTED_MEDIA_TYPE, post + "Content-Type: text/" + MARK + "\r\n", GOOD),
        new Cause(Problems.UNSUPPORTED_MEDIA_TYPE, post, GOOD),
        new Cause(
            Problems.UNSUPPORTED_MEDIA_TYPE,
            post + "Content-Type: application/json; charset=" + MARK + "\r\n",
            GOOD),
        new Cause(
            Problems.UNSUPPORTED_MEDIA_TYPE,
            post + "Content-Type: multipart/form-data; boundary=" + MARK + "\r\n",
            "--"
                + MARK
                + "\r\nContent-Disposition: form-data; name=f; filename="
                + MARK
                + "\r\n\r\n"
                + MARK
                + "\r\n--"
                + MARK
                + "--\r\n"),
        new Cause(Problems.UNSUPPORTED_ENCODING, json + "Content-Encoding: " + MARK + "\r\n", GOOD),
        new Cause(Problems.EXPECTATION_FAILED, json + "Expect: " + MARK + "\r\n", GOOD),
        new Cause(Problems.HEADERS_TOO_LARGE, json + "X-Long: " + MARK.repeat(800) + "\r\n", GOOD));
  }

  @ParameterizedTest
  @MethodSource("causes")
  void hasItsMembersAndGivesNothingAway(Cause cause) throws IOException {
    Answer answer = answerTo(cause);

    Problems kind = cause.problem();
    assertThat(answer.status()).as(answer.body()).isEqualTo(kind.problem().status());
    assertThat(answer.header("Content-Type")).hasValue("application/problem+json");
    JsonNode problem = JSON.readTree(answer.body());
    List<String> members = new ArrayList<>(List.of("type", "title", "status", "detail", "code"));
    if (kind == Problems.INVALID_REQUEST) {
      members.add("errors");
    }
    if (kind == Problems.JOB_NOT_RETRYABLE || kind == Problems.JOB_NOT_CANCELLABLE) {
      members.add("state");
    }
    assertThat(problem.fieldNames()).toIterable().containsExactlyInAnyOrderElementsOf(members);
    assertThat(problem.path("code").asText()).isEqualTo(kind.problem().code());
    assertThat(problem.path("status").asInt()).isEqualTo(answer.status());
    assertThat(problem.path("title").asText()).isEqualTo(kind.problem().title());
    assertThat(problem.path("type").asText()).isEqualTo(kind.problem().type());
    for (JsonNode error : problem.path("errors")) {
      assertThat(error.fieldNames()).toIterable().containsExactly("pointer", "code", "detail");
    }
    assertThat(answer.head() + answer.body())
        .doesNotContain(MARK)
        .doesNotContainIgnoringCase("exception")
        .doesNotContainIgnoringCase("camel")
        .doesNotContainIgnoringCase("vertx")
        .doesNotContain("\tat ", "java.", "org.", "select ", "insert ");
    assertThat(answer.names()).doesNotHaveDuplicates().isSubsetOf(headersOf(kind));
  }

  @Test
  void everyKindOfProblemIsBroughtAboutHere() {
    Set<Problems> all = EnumSet.copyOf(NOT_FROM_OUTSIDE);
    causes().map(Cause::problem).forEach(all::add);

    assertThat(all).isEqualTo(EnumSet.allOf(Problems.class));
  }

  @Test
  void theNameOfAnUnknownMemberIsToldOnlyAsItsPlaceAndOnlyWhenShort() {
    JsonNode known = json(office.postTicket(null, "{\"" + MARK + "\":\"other " + MARK + "\"}"));
    JsonNode tooLong =
        json(office.postTicket(null, "{\"" + MARK.repeat(9) + "\":\"other " + MARK + "\"}"));

    assertThat(known.path("errors").findValuesAsText("pointer")).contains("/" + MARK);
    assertThat(known.toString().replace("\"/" + MARK + "\"", "")).doesNotContain(MARK);
    assertThat(tooLong.toString()).doesNotContain(MARK);
  }

  @Test
  void requestsOnOneConnectionShareNothing() throws IOException {
    String head =
        "POST /v1/tickets HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n";
    String body = ticket("C-0022", "one connection", "b");
    String length = "Content-Length: " + body.length() + "\r\n\r\n" + body;
    String broken = "Content-Length: 2\r\n\r\n{}";
    try (RawConnection client = new RawConnection(office.office().api().getPort())) {
      client
          .write(head + "Idempotency-Key: shared-a\r\n" + length)
          .write(head + "Idempotency-Key: shared-b\r\n" + length)
          .write(head + "Idempotency-Key: shared-a\r\n" + length)
          .write(head + "Content-Encoding: br\r\n" + length)
          .write(head + broken)
          .write("PUT /v1/tickets HTTP/1.1\r\nHost: localhost\r\n" + broken)
          .write(head + "Idempotency-Key: shared-c\r\n" + length);

      Answer a = client.answer();
      Answer b = client.answer();
      Answer again = client.answer();
      Answer encoded = client.answer();
      Answer invalid = client.answer();
      Answer refused = client.answer();
      Answer c = client.answer();

      assertThat(Stream.of(a, b, again, c).map(Answer::status)).containsOnly(202);
      assertThat(Stream.of(a, b, c).map(answer -> answer.header("Location").orElseThrow()))
          .doesNotHaveDuplicates();
      assertThat(Stream.of(a, b, c).map(answer -> answer.header("Idempotent-Replayed")))
          .allMatch(java.util.Optional::isEmpty);
      assertThat(again.header("Idempotent-Replayed")).hasValue("true");
      assertThat(again.header("Location")).isEqualTo(a.header("Location"));
      assertThat(encoded.names()).isSubsetOf(headersOf(Problems.UNSUPPORTED_ENCODING));
      assertThat(invalid.names()).isSubsetOf(headersOf(Problems.INVALID_REQUEST));
      assertThat(refused.names()).isSubsetOf(headersOf(Problems.METHOD_NOT_ALLOWED));
    }
  }

  /** Sends the request with the mark in yet more places; without a body that was announced. */
  private static Answer answerTo(Cause cause) throws IOException {
    byte[] body = (cause.body() == null ? "" : cause.body()).getBytes(StandardCharsets.UTF_8);
    String length = String.valueOf(cause.body() == null ? 1_000 : body.length);
    String more =
        "Host: %1$s.localhost\r\nX-%1$s: %1$s\r\nAuthorization: Bearer %1$s\r\nCookie: a=%1$s\r\n"
            + "Origin: http://%1$s.localhost\r\nUser-Agent: %1$s\r\ntraceparent: %1$s\r\nAccept: %1$s/%1$s\r\n"
            + "Content-Length: %2$s\r\n\r\n";
    try (RawConnection client = new RawConnection(office.office().api().getPort())) {
      client.write(cause.request() + more.formatted(MARK, length));
      return client.writeWhileItListens(body).answer();
    }
  }

  private static Set<String> headersOf(Problems kind) {
    List<String> names =
        new ArrayList<>(
            List.of(
                "content-type",
                "content-length",
                "x-content-type-options",
                "cache-control",
                "connection"));
    kind.problem().headers().keySet().forEach(name -> names.add(name.toLowerCase()));
    if (kind == Problems.METHOD_NOT_ALLOWED) {
      names.add("allow");
    }
    return Set.copyOf(names);
  }

  /** A first request of this key that does not come to its end. */
  private static Connection holdKey(String key) throws SQLException {
    Connection connection = office.rows().connect();
    connection.setAutoCommit(false);
    try (Statement statement = connection.createStatement()) {
      statement.execute(
          ("with ticket as (insert into tickets (customer_id, subject, body) values ('c', 's', 'b')"
                  + " returning number) insert into jobs (ticket_number, actor, idempotency_key, request_sha256)"
                  + " select number, 'customer:%s', '%s', 'none' from ticket")
              .formatted(MARK, key));
    }
    return connection;
  }
}
