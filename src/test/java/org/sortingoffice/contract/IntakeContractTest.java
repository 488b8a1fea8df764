package org.sortingoffice.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.sortingoffice.testing.RunningOffice.json;
import static org.sortingoffice.testing.RunningOffice.ticket;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.http.HttpResponse;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.sortingoffice.testing.RunningOffice;
import org.sortingoffice.testing.TestRows;

/**
 * Contract 1-11: a request that comes twice makes one ticket. Only the API runs, so that nothing
 * moves behind it.
 */
class IntakeContractTest {
  private static RunningOffice office;
  private static TestRows rows;

  @BeforeAll
  static void start() {
    office = RunningOffice.start("contract_intake", Map.of("app.roles", "api"));
    rows = office.rows();
  }

  @AfterAll
  static void stop() {
    office.close();
  }

  @Test
  void aTicketIsAccepted_contract1() {
    HttpResponse<String> answer =
        office.postTicket("accept-1", ticket("C-0022", "Parcel", "Where is it?"));

    JsonNode body = json(answer);
    assertThat(answer.statusCode()).isEqualTo(202);
    assertThat(body.path("ticket_id").asText()).matches("T-5\\d{5}");
    assertThat(body.path("state").asText()).isEqualTo("queued");
    assertThat(body.path("position").asInt()).isPositive();
    assertThat(body.at("/links/job").asText())
        .isEqualTo("/v1/jobs/" + body.path("job_id").asLong());
    assertThat(body.at("/links/ticket").asText())
        .isEqualTo("/v1/tickets/" + body.path("ticket_id").asText());
    assertThat(answer.headers().firstValue("Location")).hasValue(body.at("/links/job").asText());
    assertThat(answer.headers().firstValue("Retry-After")).isPresent();
    assertThat(answer.headers().firstValue("Idempotent-Replayed")).isEmpty();
  }

  @Test
  void ticketJobAndKeyAreThereWhenTheAnswerComes_contract2() {
    JsonNode body =
        json(office.postTicket("committed-1", ticket("C-0022", "Parcel", "Where is it?")));

    assertThat(
            rows.value(
                "select t.subject from jobs j join tickets t on t.number = j.ticket_number"
                    + " where j.id = ? and j.idempotency_key = 'committed-1'",
                body.path("job_id").asLong()))
        .isEqualTo("Parcel");
  }

  @Test
  void theSameRequestIsReplayedAndNothingNewIsSaved_contract3() {
    String ticket = ticket("C-0022", "Parcel", "Once only");
    JsonNode first = json(office.postTicket("replay-1", ticket));
    long tickets = rows.count("tickets");

    HttpResponse<String> again = office.postTicket("replay-1", ticket);

    assertThat(again.statusCode()).isEqualTo(202);
    assertThat(again.headers().firstValue("Idempotent-Replayed")).hasValue("true");
    assertThat(json(again).path("ticket_id")).isEqualTo(first.path("ticket_id"));
    assertThat(json(again).path("job_id")).isEqualTo(first.path("job_id"));
    assertThat(json(again).path("state").asText()).isEqualTo("queued");
    assertThat(rows.count("tickets")).isEqualTo(tickets);
  }

  @Test
  void aReplayTellsTheJobsPresentState_contract3() {
    String ticket = ticket("C-0022", "Parcel", "Present state");
    long job = json(office.postTicket("present-1", ticket)).path("job_id").asLong();
    office.post("/v1/jobs/" + job + "/cancel");

    JsonNode again = json(office.postTicket("present-1", ticket));

    assertThat(again.path("state").asText()).isEqualTo("cancelled");
    assertThat(again.path("position").isNull()).isTrue();
  }

  @Test
  void anotherBodyUnderTheSameKeyIsRefusedAndNothingIsSaved_contract4() {
    office.postTicket("reused-1", ticket("C-0022", "Parcel", "first"));
    long tickets = rows.count("tickets");

    HttpResponse<String> other =
        office.postTicket("reused-1", ticket("C-0022", "Parcel", "second"));

    assertProblem(other, 422, "idempotency_key_reused");
    assertThat(rows.count("tickets")).isEqualTo(tickets);
  }

  @Test
  void twoActorsMayUseOneKey_contract5() {
    JsonNode one = json(office.postTicket("shared-1", ticket("C-0022", "Parcel", "mine")));
    HttpResponse<String> other =
        office.postTicket("shared-1", ticket("C-0003", "Parcel", "not yours"));

    assertThat(other.statusCode()).isEqualTo(202);
    assertThat(other.headers().firstValue("Idempotent-Replayed")).isEmpty();
    assertThat(json(other).path("ticket_id")).isNotEqualTo(one.path("ticket_id"));
  }

  @Test
  void withoutAKeyTwoPostsAreTwoTickets_contract6() {
    String ticket = ticket("C-0022", "Parcel", "no key");

    assertThat(json(office.postTicket(null, ticket)).path("job_id"))
        .isNotEqualTo(json(office.postTicket(null, ticket)).path("job_id"));
  }

  @Test
  void rawAndQuotedSpellingAreOneKey_contract6() {
    String ticket = ticket("C-0022", "Parcel", "quoted");
    JsonNode raw = json(office.postTicket("quoted-1", ticket));

    HttpResponse<String> quoted = office.postTicket("\"quoted-1\"", ticket);

    assertThat(quoted.headers().firstValue("Idempotent-Replayed")).hasValue("true");
    assertThat(json(quoted).path("job_id")).isEqualTo(raw.path("job_id"));
  }

  @Test
  void anEmptyKeyIsInvalidAndNotAbsent_contract6() {
    assertProblem(
        office.postTicket("", ticket("C-0022", "s", "b")), 400, "idempotency_key_invalid");
    assertProblem(
        office.postTicket("\"\"", ticket("C-0022", "s", "b")), 400, "idempotency_key_invalid");
  }

  @Test
  void twoKeyLinesAreInvalid_contract6() {
    HttpResponse<String> answer =
        office.send(
            office.ticketRequest("a", ticket("C-0022", "s", "b")).header("Idempotency-Key", "b"));

    assertProblem(answer, 400, "idempotency_key_invalid");
  }

  @Test
  void theSameMeaningInOtherBytesIsReplayed_contract7() {
    office.postTicket(
        "canonical-1", "{\"customer_id\":\"C-0022\",\"subject\":\"Caf\u00e9\",\"body\":\"b\"}");

    HttpResponse<String> again =
        office.postTicket(
            "canonical-1",
            " { \"body\" : \"b\", \"subject\":\"Caf\\u00E9\",\n\"customer_id\":\"C-0022\" } ");

    assertThat(again.statusCode()).isEqualTo(202);
    assertThat(again.headers().firstValue("Idempotent-Replayed")).hasValue("true");
    assertThat(
            (String)
                rows.value("select request_sha256 from jobs where idempotency_key = 'canonical-1'"))
        .matches("v1:[0-9a-f]{64}");
  }

  @Test
  void repeatedMembersAreRefused_contract7() {
    String twice =
        "{\"customer_id\":\"C-0022\",\"customer_id\":\"C-0003\",\"subject\":\"x\",\"body\":\"y\"}";

    assertProblem(office.postTicket("dup-1", twice), 400, "duplicate_member");
  }

  @Test
  void fiftySimultaneousTwinsMakeOneTicket_contract8() {
    String ticket = ticket("C-0022", "Parcel", "fifty of us");
    long before = rows.count("tickets");

    List<CompletableFuture<HttpResponse<String>>> racing =
        IntStream.range(0, 50)
            .mapToObj(i -> office.sendAsync(office.ticketRequest("race-1", ticket)))
            .toList();
    List<HttpResponse<String>> answers = racing.stream().map(CompletableFuture::join).toList();

    assertThat(answers).allMatch(answer -> answer.statusCode() == 202);
    assertThat(
            answers.stream().filter(a -> a.headers().firstValue("Idempotent-Replayed").isPresent()))
        .hasSize(49);
    assertThat(answers.stream().map(a -> json(a).path("job_id").asLong()).distinct()).hasSize(1);
    assertThat(rows.count("tickets")).isEqualTo(before + 1);
    assertThat(rows.count("jobs where idempotency_key = 'race-1'")).isEqualTo(1);
  }

  @Test
  void aTwinWaitsForAFirstOneThatIsSoonDone_contract8_H02() throws Exception {
    String ticket = ticket("C-0022", "Parcel", "soon done");
    try (Connection first = rows.connect()) {
      long job = holdOpen(first, "held-1", ticket);
      CompletableFuture<HttpResponse<String>> twin =
          office.sendAsync(office.ticketRequest("held-1", ticket));
      awaitSomebodyBlocked();

      first.commit();

      HttpResponse<String> answer = twin.join();
      assertThat(answer.statusCode()).isEqualTo(202);
      assertThat(answer.headers().firstValue("Idempotent-Replayed")).hasValue("true");
      assertThat(json(answer).path("job_id").asLong()).isEqualTo(job);
    }
  }

  @Test
  void aTwinThatWaitsTooLongIsToldSo_contract8_H02() throws Exception {
    String ticket = ticket("C-0022", "Parcel", "long");
    try (Connection first = rows.connect()) {
      holdOpen(first, "held-2", ticket);

      HttpResponse<String> impatient = office.postTicket("held-2", ticket);
      first.commit();

      assertProblem(impatient, 409, "request_in_progress");
      assertThat(impatient.headers().firstValue("Retry-After")).hasValue("1");
      assertThat(office.postTicket("held-2", ticket).headers().firstValue("Idempotent-Replayed"))
          .hasValue("true");
    }
  }

  @Test
  void aKeyThatIsHeldOpenHoldsUpNobodyElseHoweverManyTwinsWaitForIt_contract8_H01_H02()
      throws Exception {
    String ticket = ticket("C-0022", "Parcel", "held");
    try (Connection first = rows.connect()) {
      holdOpen(first, "held-4", ticket);
      List<CompletableFuture<HttpResponse<String>>> twins = new ArrayList<>();
      List<CompletableFuture<HttpResponse<String>>> others = new ArrayList<>();
      for (int i = 0; i < 50; i++) {
        twins.add(office.sendAsync(office.ticketRequest("held-4", ticket)));
        others.add(office.sendAsync(office.ticketRequest("free-" + i, ticket)));
      }

      // One after the other, each for its 2 s, they would take 50 s on two connections.
      for (CompletableFuture<HttpResponse<String>> other : others) {
        assertThat(other.get(20, TimeUnit.SECONDS).statusCode()).isEqualTo(202);
      }
      for (CompletableFuture<HttpResponse<String>> twin : twins) {
        assertProblem(twin.get(20, TimeUnit.SECONDS), 409, "request_in_progress");
      }
      first.rollback();
    }
  }

  @Test
  void aTwinOfARequestThatIsRolledBackMakesTheTicket_Q65() throws Exception {
    String ticket = ticket("C-0022", "Parcel", "rolled back");
    try (Connection first = rows.connect()) {
      holdOpen(first, "held-3", ticket);
      CompletableFuture<HttpResponse<String>> twin =
          office.sendAsync(office.ticketRequest("held-3", ticket));
      awaitSomebodyBlocked();

      first.rollback();

      HttpResponse<String> answer = twin.join();
      assertThat(answer.statusCode()).isEqualTo(202);
      assertThat(answer.headers().firstValue("Idempotent-Replayed")).isEmpty();
      assertThat(rows.count("jobs where id = " + json(answer).path("job_id").asLong()))
          .isEqualTo(1);
    }
  }

  @Test
  void aRefusedTicketBindsNoKey_contract9() {
    assertThat(office.postTicket("fresh-1", "{\"customer_id\":\"C-0022\"}").statusCode())
        .isEqualTo(422);

    HttpResponse<String> good =
        office.postTicket("fresh-1", ticket("C-0022", "Parcel", "now complete"));

    assertThat(good.statusCode()).isEqualTo(202);
    assertThat(good.headers().firstValue("Idempotent-Replayed")).isEmpty();
  }

  @Test
  void whatWasSentIsKeptToTheByte_Q26_H26() {
    String text =
        "Family \uD83D\uDC68\u200D\uD83D\uDC69\u200D\uD83D\uDC67 ภาษาไทย שלום e\u0301 \\u0000 \t\r\n end "
            + "x".repeat(15_000);
    JsonNode accepted = json(office.postTicket(null, ticket("C-0022", "Text", text)));

    assertThat(json(office.get(accepted.at("/links/ticket").asText())).path("body").asText())
        .isEqualTo(text);
  }

  @Test
  void headersThatSteerCamelDoNothing_H25() {
    HttpResponse<String> answer =
        office.send(
            office
                .ticketRequest(null, ticket("C-0022", "Parcel", "steered"))
                .header("CAmelHttpResponseCode", "204")
                .header("camelbeanmethodname", "x")
                .header("CAmelFileName", "/etc/passwd")
                .header("CamelSqlQuery", "drop table jobs"));

    assertThat(answer.statusCode()).isEqualTo(202);
    assertThat(
            answer.headers().map().keySet().stream()
                .filter(n -> n.toLowerCase().startsWith("camel")))
        .isEmpty();
  }

  @Test
  void anIdThatIsNoIdNamesNothing_contract11() {
    for (String path :
        List.of("/v1/jobs/0", "/v1/jobs/abc", "/v1/jobs/-1", "/v1/jobs/99999999999999999999999")) {
      assertProblem(office.get(path), 404, "job_not_found");
    }
    for (String path : List.of("/v1/tickets/T-1", "/v1/tickets/500001", "/v1/tickets/t-500001")) {
      assertProblem(office.get(path), 404, "ticket_not_found");
    }
  }

  /** Accepts a ticket as the API would, in a transaction that is left open. */
  private static long holdOpen(Connection connection, String key, String ticket) throws Exception {
    String fingerprint = fingerprintOf(ticket);
    connection.setAutoCommit(false);
    try (Statement statement = connection.createStatement()) {
      var row =
          statement.executeQuery(
              ("with ticket as (insert into tickets (customer_id, subject, body) values ('C-0022', 's', 'b')"
                      + " returning number) insert into jobs (ticket_number, actor, idempotency_key, request_sha256)"
                      + " select number, 'customer:C-0022', '%s', '%s' from ticket returning id")
                  .formatted(key, fingerprint));
      row.next();
      return row.getLong(1);
    }
  }

  private static String fingerprintOf(String ticket) {
    String other = "fingerprint-of-" + ticket.hashCode();
    long job = json(office.postTicket(other, ticket)).path("job_id").asLong();
    return (String) rows.value("select request_sha256 from jobs where id = ?", job);
  }

  private static void awaitSomebodyBlocked() {
    await("a statement waits for a lock")
        .atMost(Duration.ofSeconds(10))
        .pollInterval(Duration.ofMillis(10))
        .until(
            () ->
                rows.count(
                        "pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'")
                    > 0);
  }

  static void assertProblem(HttpResponse<String> answer, int status, String code) {
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
    assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/problem+json");
    JsonNode problem = json(answer);
    assertThat(problem.path("status").asInt()).isEqualTo(status);
    assertThat(problem.path("code").asText()).isEqualTo(code);
    assertThat(problem.path("title").asText()).isNotBlank();
    assertThat(problem.path("type").asText()).isNotBlank();
    assertThat(problem.path("detail").asText()).isNotBlank();
  }
}
